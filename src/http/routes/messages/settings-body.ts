import { type Static, Type } from 'typebox';
import { LANGUAGES } from '../../../domain/store.ts';
import { MESSAGE_LINKS } from '../../../resources/message-links.ts';
import type { MessageSettings, SettingsOwner } from '../../../usecases/messages/message-settings.ts';
import { orNull, textLike, Uuid, words } from '../../schemas.ts';
import { ChannelWord, MomentWord } from './message-words.ts';

const SettingBody = Type.Object(
  {
    moment: MomentWord,
    channel: ChannelWord,
    enabled: Type.Boolean(),
    inherited: Type.Boolean({
      description: 'For a store: it has no own setting and uses that of the account.',
    }),
    subject: orNull(textLike('Your order {{order_id}} is on its way', 'Only for emails.')),
    text: Type.String({
      description: 'For `sms` and `whatsapp`, the preview; the provider has its own template.',
      examples: ['Your order {{order_id}} is on its way.'],
    }),
    is_default_text: Type.Boolean(),
  },
  { title: 'MessageSetting' },
);

export const SettingsBody = Type.Object({
  data: Type.Object({
    store_id: orNull(Uuid),
    language: orNull(words('Language', LANGUAGES)),
    payment_link: orNull(
      textLike(
        'https://pay.chai.example/?order={order_id}',
        'Only for the account: the link in `cod_to_prepaid`.',
      ),
    ),
    review_link: orNull(
      textLike('https://chai.example/review', 'Only for the account: the link in `delivered`.'),
    ),
    messages: Type.Array(SettingBody),
  }),
});

export function settingsBody(
  { storeId, language }: Pick<SettingsOwner, 'storeId' | 'language'>,
  { settings, links }: MessageSettings,
): Static<typeof SettingsBody> {
  return {
    data: {
      store_id: storeId,
      language,
      ...MESSAGE_LINKS.shown(links),
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
