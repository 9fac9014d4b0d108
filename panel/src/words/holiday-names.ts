import { usePreference } from '../preferences.ts';

/** The Hindi names of the holidays that the service ships, by their English names. */
const HINDI: ReadonlyMap<string, string> = new Map([
  ['Republic Day', 'गणतंत्र दिवस'],
  ['Independence Day', 'स्वतंत्रता दिवस'],
  ['Gandhi Jayanti', 'गांधी जयंती'],
  ['Holi', 'होली'],
  ['Diwali', 'दीवाली'],
  ['Maharashtra Day', 'महाराष्ट्र दिवस'],
  ['Karnataka Rajyotsava', 'कर्नाटक राज्योत्सव'],
  ['Pongal', 'पोंगल'],
  ['Uttarayan', 'उत्तरायण'],
]);

/** Names of holidays; a name that somebody has typed stays as it is. */
export function useHolidayName(): (name: string) => string {
  const language = usePreference('language');
  return (name) => (language === 'hi' && HINDI.get(name)) || name;
}
