import { about } from '../../../problems/sentence.ts';
import { text } from '../../../reading/fields.ts';

/** The merchant's name for a courier. The column names of the courier's files are stored under this name. */
export const courierName = text({
  max: 60,
  pattern: /^[A-Za-z0-9][A-Za-z0-9 _.-]*$/,
  patternSentence: about(
    'only_name_characters',
    'may hold only letters, digits, blanks, dots, hyphens and underscores',
  ),
  description: 'The name that you use for the courier; letter case does not matter.',
  examples: ['Titlipath'],
});
