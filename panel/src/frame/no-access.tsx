import { Link, useRouter } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { type MeetsRestricted, type Role, useSession } from '../session/session.ts';
import { inLanguages, useWords } from '../words/language.ts';
import { frameWords } from './frame-words.ts';

const accessWords = inLanguages({
  en: {
    title: 'You don’t have access to this page',
    needs: (role: string, mine: string) => `It needs the role ${role}. You are signed in as ${mine}.`,
    whole: 'This page covers the whole account. You can see only some stores or warehouses.',
    key: (name: string) => `Sign in as a person, or with another API key than “${name}”.`,
    ask: (account: string) => `An owner of ${account} can change what you may do, under Settings, Users.`,
    back: 'Go back',
    home: 'Go to Today',
  },
  hi: {
    title: 'आपको इस पेज की अनुमति नहीं है',
    needs: (role: string, mine: string) => `इसके लिए “${role}” की भूमिका चाहिए। आपकी भूमिका “${mine}” है।`,
    whole: 'यह पेज पूरे खाते का है, और आपको उसका एक हिस्सा दिखता है: कुछ स्टोर या गोदाम।',
    key: (name: string) => `अपने नाम से, या “${name}” के बजाय किसी दूसरी API key से लॉगिन करें।`,
    ask: (account: string) => `${account} का मालिक सेटिंग्स › यूज़र में आपकी अनुमति बदल सकता है।`,
    back: 'वापस जाएँ',
    home: '“आज” पर जाएँ',
  },
});

/** Instead of a page that the signed-in person may not open: what is missing, who can change it, and ways on. */
export function NoAccess({
  least,
  meets,
  heading: Heading = 'h2',
}: {
  least: Role;
  meets: MeetsRestricted;
  heading?: 'h1' | 'h2';
}) {
  const words = useWords(accessWords);
  const { roles } = useWords(frameWords);
  const { account, user, key, role, restriction } = useSession();
  const router = useRouter();
  const isOfWhole = meets !== 'filtered' && restriction !== null;
  return (
    <div className="empty">
      <Lock aria-hidden="true" />
      <Heading>{words.title}</Heading>
      <p>{isOfWhole ? words.whole : words.needs(roles[least], roles[role])}</p>
      <p>{user === null && key ? words.key(key.name) : words.ask(account.name)}</p>
      <div className="line">
        <button type="button" className="button" onClick={() => router.history.back()}>
          {words.back}
        </button>
        <Link to="/" className="button first">
          {words.home}
        </Link>
      </div>
    </div>
  );
}
