import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import { TextField } from '../parts/field.tsx';
import { Form, useForm } from '../parts/form.tsx';
import { Failure, Skeleton } from '../parts/notices.tsx';
import { inLanguages, useWords } from '../words/language.ts';
import { begun } from './session.ts';
import { SignedOutPage } from './signed-out-page.tsx';

const linkWords = inLanguages({
  en: {
    welcome: (name: string) => `Welcome, ${name}`,
    choose: 'Choose a password',
    again: 'Choose a new password',
    password: 'Password',
    hint: 'At least eight characters. Several words are best.',
    go: 'Set password and sign in',
    back: 'Go to sign-in',
    forgotten: 'Reset your password',
    username: 'Email or phone',
    ask: 'Send reset link',
    asked:
      'If this account has an email address, we sent a link to it. If nothing arrives, ask your operator for a link.',
    demo: 'Demo account',
    demoHow:
      'This link signs you in once, to an account with sample orders. No messages are sent to anybody.',
    open: 'Open demo account',
  },
  hi: {
    welcome: (name: string) => `स्वागत है, ${name}`,
    choose: 'पासवर्ड चुनें',
    again: 'नया पासवर्ड चुनें',
    password: 'पासवर्ड',
    hint: 'कम से कम आठ अक्षर। कई शब्द सबसे अच्छे हैं।',
    go: 'पासवर्ड सेट करें और लॉगिन करें',
    back: 'लॉगिन पर जाएँ',
    forgotten: 'पासवर्ड रीसेट करें',
    username: 'ईमेल या फ़ोन',
    ask: 'रीसेट लिंक भेजें',
    asked: 'अगर यह खाता मौजूद है, तो उसके ईमेल पर लिंक भेजा गया है। लिंक न आए, तो अपने संचालक से माँगें।',
    demo: 'डेमो खाता',
    demoHow: 'यह लिंक आपको एक बार नमूना ऑर्डर वाले खाते में लॉगिन करता है। किसी को कोई संदेश नहीं भेजा जाता।',
    open: 'डेमो खाता खोलें',
  },
});

/** The page of an invitation or a password link: sets a password, once. */
export function LinkPage() {
  const words = useWords(linkWords);
  const navigate = useNavigate();
  // The token comes after the #, so that no server and no log sees it.
  const [token] = useState(() => window.location.hash.slice(1));
  const link = useQuery({
    queryKey: ['sign-in link', token],
    retry: false,
    queryFn: async () => (await answerOf(api.POST('/custom/api/v1/sign-in-link', { body: { token } }))).data,
  });
  const form = useForm({
    first: { password: '' },
    meta: { changesNothing: true },
    mutationFn: async ({ password }) =>
      begun((await answerOf(api.POST('/custom/api/v1/password', { body: { token, password } }))).data),
    onSuccess: () => navigate({ to: '/', replace: true }),
  });
  return (
    <SignedOutPage title={link.data ? words.welcome(link.data.name) : words.choose}>
      {link.isPending && <Skeleton lines={3} />}
      <Failure error={link.error} />
      {link.data && (
        <Form of={form} save={words.go}>
          <p>{link.data.kind === 'invitation' ? words.choose : words.again}</p>
          <input hidden readOnly autoComplete="username" value={link.data.username ?? ''} />
          <TextField
            label={words.password}
            hint={words.hint}
            type="password"
            autoComplete="new-password"
            required
            {...form.field('password')}
          />
        </Form>
      )}
      {link.error && <Link to="/sign-in">{words.back}</Link>}
    </SignedOutPage>
  );
}

/** The page of a first start's link. Opening the page does not use the link up; the button does. */
export function FirstStartPage() {
  const words = useWords(linkWords);
  const navigate = useNavigate();
  const [token] = useState(() => window.location.hash.slice(1));
  const opening = useMutation({
    meta: { changesNothing: true },
    mutationFn: async () =>
      begun((await answerOf(api.POST('/custom/api/v1/first-start', { body: { token } }))).data),
    onSuccess: () => navigate({ to: '/', replace: true }),
  });
  return (
    <SignedOutPage title={words.demo}>
      <p>{words.demoHow}</p>
      <Failure error={opening.error} />
      <button
        type="button"
        className="button first"
        disabled={opening.isPending}
        onClick={() => opening.mutate()}
      >
        {words.open}
      </button>
      {opening.error && <Link to="/sign-in">{words.back}</Link>}
    </SignedOutPage>
  );
}

/** Requests a password link; the answer is the same whether or not the user exists. */
export function ForgottenPage() {
  const words = useWords(linkWords);
  const form = useForm({
    first: { username: '' },
    meta: { changesNothing: true },
    mutationFn: (body) => answerOf(api.POST('/custom/api/v1/password-reset', { body })),
  });
  return (
    <SignedOutPage title={words.forgotten}>
      <Form of={form} save={words.ask}>
        <TextField label={words.username} autoComplete="username" required {...form.field('username')} />
        {form.data && <p role="status">{words.asked}</p>}
      </Form>
      <Link to="/sign-in">{words.back}</Link>
    </SignedOutPage>
  );
}
