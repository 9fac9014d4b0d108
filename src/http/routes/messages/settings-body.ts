import { Type } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import type { MessageSetting } from '../../../usecases/messages/message-settings.ts';
import { CHANNEL_WORDS, MOMENT_WORDS } from './message-words.ts';

const SettingBody = Type.Object({
  moment: Type.String({ enum: [...MOMENT_WORDS] }),
  channel: Type.String({ enum: [...CHANNEL_WORDS] }),
  enabled: Type.Boolean(),
  inherited: Type.Boolean({
    description: 'Of a store: it has no switch of its own and goes by its account.',
  }),
  subject: Type.Union([Type.String(), Type.Null()], { description: 'Of emails only.' }),
  text: Type.String({
    description: 'For `sms` and `whatsapp` what is shown; the provider has its own words.',
  }),
  is_default_text: Type.Boolean(),
});

/** The settings of every message (contract: what customers and packers see). */
export const SettingsBody = Type.Object({
  data: Type.Object({
    store_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
    messages: Type.Array(SettingBody),
  }),
});

export function settingsBody(
  storeId: string | null,
  settings: readonly MessageSetting[],
): Static<typeof SettingsBody> {
  return {
    data: {
      store_id: storeId,
      messages: settings.map((setting) => ({
        moment: setting.moment,
        channel: setting.channel,
        enabled: setting.isOn,
        inherited: setting.isInherited,
        subject: setting.subject,
        text: setting.text,
        is_default_text: setting.hasDefaultWords,
      })),
    },
  };
}
