import nodemailer, { type NodemailerError, type Transporter } from 'nodemailer';
import { MOMENTS } from '../domain/tracking/moments.ts';
import { DID_NOT_ANSWER_IN_TIME, unreachable } from '../outgoing/unreachable.ts';
import { type Sentence, saidByPartner, say } from '../problems/sentence.ts';
import type { Occasion, OutgoingEmail, SendResult, Transport } from './transport.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the start. */
  readonly url: string;
  /** The sender's address; the sender's name is the brand. */
  readonly from: string;
  readonly timeouts?: SmtpTimeouts;
}

/** Timeouts in milliseconds. */
export interface SmtpTimeouts {
  /** The time to connect, and then the time to wait for the server's greeting. */
  readonly connect: number;
  /** The longest time without data from the server. */
  readonly silence: number;
  /** The time for the whole attempt. */
  readonly whole: number;
}

const TIMEOUTS: SmtpTimeouts = { connect: 10_000, silence: 30_000, whole: 90_000 };

/** Sends emails by SMTP. Each email uses a new connection, so that a recovered server is noticed. */
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
          // Asks for no vacation notes and no automatic replies, because nobody reads replies.
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
 * Returns the result of a failure. A permanent answer about the recipient or the content is final. The
 * operator can fix an error about ourselves (sender, password) during the day of retries.
 */
function failureOf(error: NodemailerError): SendResult {
  const { code, command, responseCode = 0, response } = error;
  const isPermanent = responseCode >= 500 && responseCode < 600;
  const isAboutMessage = (command === 'RCPT TO' || command === 'DATA') && code !== 'EAUTH';
  const what = response === undefined ? ofServer(unreachable(error)) : saidByPartner(response);
  return isPermanent && isAboutMessage
    ? { outcome: 'refused', error: what }
    : { outcome: 'unavailable', error: what };
}

function ofServer(what: Sentence): Sentence {
  return say('smtp_server', 'the SMTP server {what}', { what });
}

async function withinTime(sending: Promise<SendResult>, wholeMs: number): Promise<SendResult> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<SendResult>((resolve) => {
    timer = setTimeout(
      () => resolve({ outcome: 'unavailable', error: ofServer(DID_NOT_ANSWER_IN_TIME) }),
      wholeMs,
    );
  });
  return Promise.race([sending, tooLong]).finally(() => clearTimeout(timer));
}

/** Returns the last line of the server's answer, which contains the server's id of the message. */
function lastLine(response: string | undefined): string | null {
  const line = response?.trim().split('\n').at(-1)?.slice(0, 200);
  return line === undefined || line === '' ? null : line;
}
