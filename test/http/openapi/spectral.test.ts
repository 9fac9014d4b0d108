import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, it, onTestFinished } from 'vitest';
import { startApp } from '../../support/app.ts';
import { readDocument } from './document.ts';

/** This rule throws for a null in an example, so its `given` skips them. */
const RULE = rulesets.oas.rules['duplicated-entry-in-enum'];
const WITHOUT_NULL =
  "$..[?(@property !== 'properties' && @ && @.enum && @.enum.constructor.name === 'Array')]";

const RULES = {
  extends: [[rulesets.oas, 'recommended']],
  rules: {
    'duplicated-entry-in-enum': { ...RULE, given: WITHOUT_NULL },
    'tag-description': 'warn',
    'oas3-parameter-description': 'warn',
  },
} as RulesetDefinition;

it('has no findings of the recommended rules of Spectral', async () => {
  const test = await startApp();
  onTestFinished(() => test.stop());
  const linter = new spectral.Spectral();
  linter.setRuleset(new spectral.Ruleset(RULES));
  const found = await linter.run(await readDocument(test));
  expect(found.map(({ code, path, message }) => [code, path.join('/'), message])).toEqual([]);
});
