import { describe, expect, it } from 'vitest';
import { ApiProblem, api, sentenceOf } from './client.ts';

const problem = (field: string | null, message: string) => ({ field, code: 'invalid', message });
const about = (path: string, rest: string) => {
  return {
    ...problem(path, `${path} ${rest}`),
    values: { field: { type: 'field', value: path, text: path } },
  };
};

describe('a problem of a field', () => {
  const error = new ApiProblem(
    422,
    [
      about('billing_phone', 'is required'),
      about('order_items[1].price', 'must be more than 0'),
      problem('billing_phone', 'No courier calls this number'),
      problem(null, 'The warehouse is closed'),
    ],
    null,
  );

  it('is shown beside its label without the field name of the API', () => {
    expect(error.of('order_items[1].price')).toBe('must be more than 0');
    expect(error.of('phone', 'billing_phone')).toBe('is required; No courier calls this number');
    expect(error.of('city')).toBeNull();
  });

  it('starts with the name of the field in words where there is no label', () => {
    expect(sentenceOf(error)).toBe(
      'Phone is required. Item 2, price must be more than 0. No courier calls this number. The warehouse is closed',
    );
  });
});

describe('an answer that is no success', () => {
  const ask = (answer: Response) => {
    const asked: (string | null)[] = [];
    const fetch = async ({ headers }: Request) => {
      asked.push(headers.get('prefer'));
      return answer;
    };
    const answered = api.GET('/custom/api/v1/warehouses', { baseUrl: 'http://service.test', fetch });
    return { asked, answered };
  };

  it('has all details of its problems, also where stores get only sentences', async () => {
    const problems = [problem(null, 'The warehouse is closed')];
    const { asked, answered } = ask(Response.json({ errors: [], problems }, { status: 422 }));
    await expect(answered).rejects.toMatchObject({ status: 422, problems });
    expect(asked).toEqual(['problems']);
  });

  it('is told by its status if something in front of the service sent it', async () => {
    const { answered } = ask(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(answered).rejects.toThrow('HTTP 502');
  });
});
