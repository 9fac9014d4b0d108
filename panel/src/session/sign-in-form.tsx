import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '../parts/field.tsx';
import { Failure } from '../parts/notices.tsx';
import { inLanguages, useWords } from '../words/language.ts';
import { type Session, signIn } from './session.ts';

const signInWords = inLanguages({
  en: {
    password: 'Password',
    key: 'API key',
    username: 'Email or phone',
    signIn: 'Sign in',
    signingIn: 'Signing in …',
    keyHint: 'The key that the first start printed, or one from Settings > API keys. It starts with dky_.',
    how: 'How to sign in',
  },
  hi: {
    password: 'पासवर्ड',
    key: 'API key',
    username: 'ईमेल या फ़ोन',
    signIn: 'लॉगिन करें',
    signingIn: 'लॉगिन हो रहा है …',
    keyHint: 'पहली शुरुआत पर छपी key, या सेटिंग्स > API keys से। यह dky_ से शुरू होती है।',
    how: 'लॉगिन कैसे करें',
  },
});

/** Sign-in with email or phone and a password, or with an API key. */
export function SignInForm({ onDone }: { onDone: (session: Session) => void }) {
  const words = useWords(signInWords);
  const [way, setWay] = useState<'password' | 'key'>('password');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [key, setKey] = useState('');
  const signing = useMutation({
    meta: { changesNothing: true },
    mutationFn: () =>
      signIn(way === 'key' ? { api_key: key.trim() } : { username: username.trim(), password }),
    onSuccess: onDone,
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        signing.mutate();
      }}
    >
      <div className="tabs" role="tablist" aria-label={words.how}>
        {(['password', 'key'] as const).map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={way === one}
            onClick={() => {
              setWay(one);
              signing.reset();
            }}
          >
            {words[one]}
          </button>
        ))}
      </div>
      {way === 'password' ? (
        <>
          <TextField
            label={words.username}
            name="username"
            autoComplete="username"
            required
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
          <TextField
            label={words.password}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      ) : (
        <TextField
          label={words.key}
          hint={words.keyHint}
          name="api_key"
          type="password"
          required
          spellCheck={false}
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      )}
      <Failure error={signing.error} />
      <button type="submit" className="button first" disabled={signing.isPending}>
        {signing.isPending ? words.signingIn : words.signIn}
      </button>
    </form>
  );
}
