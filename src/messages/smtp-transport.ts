import nodemailer, { type NodemailerError, type Transporter } from 'nodemailer';
import { MOMENTS } from '../domain/tracking/moments.ts';
import { unreachable } from '../outgoing/unreachable.ts';
import type { Occasion, OutgoingEmail, SendResult, Transport } from './transport.ts';

/** Connection and sender of the SMTP server. */
export interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the start. */
  readonly url: string;
  /** The address that emails come from; the sender's name is the brand. */
  readonly from: string;
  readonly timeouts?: SmtpTimeouts;
}

/** Milliseconds. */
export interface SmtpTimeouts {
  /** To connect, and then to wait for the server's greeting. */
  readonly connect: number;
  /** How long the server may be silent. */
  readonly silence: number;
  /** For all of it. */
  readonly whole: number;
}

const TIMEOUTS: SmtpTimeouts = { connect: 10_000, silence: 30_000, whole: 90_000 };

/** Sends emails by SMTP, each over a new connection, so that a recovered server is noticed. */
export class SmtpTransport implements Transport<OutgoingEmail> {
  readonly moments = new Set<Occasion>([...MOMENTS, 'code']);
  readonly #from: string;
  readonly #wholeMs: number;
  readonly #mailer: Transporter;

  constructor({ url, from, timeouts = TIMEOUTS }: SmtpOptions) {
    this.#from = from;
    this.#wholeMs = timeouts.whole;
    this.#mailer = nodemailer.createTransport({
      url,
      connectionTimeout: timeouts.connect,
      greetingTimeout: timeouts.connect,
      dnsTimeout: timeouts.connect,
      socketTimeout: timeouts.silence,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(email: OutgoingEmail): Promise<SendResult> {
    const sending = this.#mailer
      .sendMail({
        messageId: `<${email.messageId}@${this.#from.slice(this.#from.lastIndexOf('@') + 1)}>`,
        date: email.date,
        from: { name: email.fromName, address: this.#from },
        to: { name: '', address: email.to },
        subject: email.subject,
        text: email.text,
        html: email.html,
        headers: {
          // Asks for no vacation notes and no bounces by people, because nobody reads replies.
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
        },
      })
      .then(({ response }): SendResult => ({ outcome: 'sent', providerId: lastLine(response) }))
      .catch((error: unknown) => failureOf(error as NodemailerError));
    return withinTime(sending, this.#wholeMs);
  }
}

/**
 * The result of a failure. A permanent answer about the recipient or the content is final. One about
 * ourselves (sender, password) can be fixed by the operator during the day of retries.
 */
function failureOf(error: NodemailerError): SendResult {
  const { code, command, responseCode = 0, response } = error;
  const isPermanent = responseCode >= 500 && responseCode < 600;
  const isAboutMessage = (command === 'RCPT TO' || command === 'DATA') && code !== 'EAUTH';
  const what = response ?? unreachable('the SMTP server', error);
  return isPermanent && isAboutMessage
    ? { outcome: 'refused', error: what }
    : { outcome: 'unavailable', error: what };
}

async function withinTime(sending: Promise<SendResult>, wholeMs: number): Promise<SendResult> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<SendResult>((resolve) => {
    timer = setTimeout(
      () => resolve({ outcome: 'unavailable', error: 'the SMTP server did not answer in time' }),
      wholeMs,
    );
  });
  return Promise.race([sending, tooLong]).finally(() => clearTimeout(timer));
}

/** The last words of the server's answer contain its own id of the message. */
function lastLine(response: string | undefined): string | null {
  const line = response?.trim().split('\n').at(-1)?.slice(0, 200);
  return line === undefined || line === '' ? null : line;
}
