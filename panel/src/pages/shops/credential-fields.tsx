import type { Shop, ShopSystem } from '../../api/shops.ts';
import { TextField } from '../../parts/field.tsx';
import type { useForm } from '../../parts/form.tsx';
import { spelledOut } from '../../parts/status.tsx';
import { useWords } from '../../words/language.ts';
import { useSentences } from '../../words/sentences.ts';
import { shopsWords } from './shops-words.ts';

/** A field for each setting of a shop system; those with a usual value are folded. Secrets that are set may stay blank. */
export function CredentialFields({
  system,
  form,
  settings = {},
}: {
  system: ShopSystem;
  form: Pick<ReturnType<typeof useForm<Record<string, string>, unknown>>, 'field'>;
  settings?: Shop['settings'];
}) {
  const words = useWords(shopsWords);
  const inWords = useSentences();
  const field = ({
    name,
    description_details,
    secret,
    required,
    default: usual,
  }: ShopSystem['settings'][number]) => {
    const value = settings[name];
    const isSet = typeof value === 'object' && value?.set === true;
    return (
      <TextField
        key={name}
        label={words.setting[name] ?? spelledOut(name)}
        hint={isSet ? words.settings.kept : inWords(description_details)}
        type={secret ? 'password' : 'text'}
        required={required && usual === null && !isSet}
        placeholder={usual ?? undefined}
        {...form.field(name, `settings.${name}`, name)}
      />
    );
  };
  const isUsual = ({ default: usual }: ShopSystem['settings'][number]) => usual !== null;
  const usual = system.settings.filter(isUsual);
  return (
    <>
      {system.settings.filter((one) => !isUsual(one)).map(field)}
      {usual.length > 0 && (
        <details>
          <summary>{words.advanced}</summary>
          <div className="stack" style={{ paddingTop: 10 }}>
            {usual.map(field)}
          </div>
        </details>
      )}
    </>
  );
}
