import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** Mails about an account, in Maltese. */
export const maltese: Translation<typeof english, 'mt'> = {
  confirm_subject: 'Ikkonferma l-indirizz elettroniku tiegħek',
  confirm_lead: 'Merħba għand {company}. Jekk jogħġbok ikkonferma li dan hu l-indirizz elettroniku tiegħek.',
  confirm_button: 'Ikkonferma l-indirizz tiegħi',
  confirm_note: 'Il-link taħdem darba biss u għal siegħa. Jekk ma rreġistrajtx, tista’ tinjora dan il-messaġġ.',
  invite_subject: 'Stedina mingħand {company}',
  invite_lead: 'Kollega jistiednek taħdem miegħu għand {company}. Agħżel password tiegħek, imbagħad idħol.',
  invite_button: 'Aċċetta l-istedina',
  invite_note_week: 'Il-link taħdem darba biss u għal ġimgħa. Wara, agħżel “{forgot}” fuq il-paġna tad-dħul.',
  invite_note_hour: 'Il-link taħdem darba biss u għal siegħa. Wara, agħżel “{forgot}” fuq il-paġna tad-dħul.',
  reset_subject: 'Irrisettja l-password tiegħek',
  reset_lead: 'Intalbet password ġdida għall-kont tiegħek għand {company}.',
  reset_button: 'Agħżel password ġdida',
  reset_note:
    'Il-link taħdem darba biss u għal siegħa. Jekk ma kontx int, ma nbidel xejn u tista’ tinjora dan il-messaġġ.',
  change_subject: 'Ikkonferma l-indirizz elettroniku l-ġdid tiegħek',
  change_lead: 'Jekk jogħġbok ikkonferma l-bidla tal-indirizz elettroniku tal-kont tiegħek għand {company}.',
  change_button: 'Ikkonferma l-bidla',
  change_note: 'Il-link taħdem darba biss u għal siegħa.',
  link_subject: 'Il-link tiegħek biex tidħol',
  link_lead: 'Din hi l-link tiegħek biex tidħol għand {company}.',
  link_button: 'Idħol',
  link_code: 'Jew daħħal dan il-kodiċi: {code}',
  link_note: 'Il-link taħdem darba biss u għal siegħa. Jekk ma kontx int, tista’ tinjora dan il-messaġġ.',
  code_subject: 'Il-kodiċi ta’ konferma tiegħek',
  code_lead: 'Il-kodiċi ta’ konferma tiegħek hu {code}.',
  notice_subject: 'L-indirizz elettroniku tiegħek se jinbidel',
  notice_lead:
    'Xi ħadd li daħal fil-kont tiegħek talab li l-indirizz elettroniku jinbidel għal {wanted}. L-indirizz il-ġdid għad irid jikkonferma.',
  notice_button: 'Iftaħ il-profil tiegħi',
  notice_note: 'Jekk ma kontx int, agħżel password ġdida issa: b’hekk joħorġu l-oħrajn kollha.',
  known_subject: 'Diġà għandek kont',
  known_lead: 'Xi ħadd ipprova jirreġistra għand {company} b’dan l-indirizz, li diġà għandu kont.',
  known_button: 'Idħol',
  known_note:
    'Jekk insejt il-password, agħżel il-link biex tirrisettjaha fuq dik il-paġna. Jekk ma kontx int, ma nbidel xejn.',
  registration_subject: 'Ir-reġistrazzjoni tiegħek',
  hello: 'Bonġu,',
  hello_name: 'Bonġu {name},',
  registration_thanks: 'grazzi talli rreġistrajt. L-indirizz elettroniku tiegħek ġie kkonfermat.',
  registration_next: 'Issa qed niċċekkjaw il-kont tiegħek. Tista’ tidħol meta trid biex tara jekk hux lest.',
}
