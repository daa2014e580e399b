import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The second factor of a sign-in, in Maltese. */
export const maltese: Translation<typeof english, 'mt'> = {
  enter_code: 'Daħħal il-kodiċi tiegħek',
  app_shows: 'Turih l-app tal-awtentikazzjoni tiegħek.',
  add_title: 'Żid it-tieni fattur',
  add_text: 'Il-kumpanija tiegħek titolbu. Minn issa tidħol bil-password u b’kodiċi mill-mowbajl.',
  before_password: 'Il-kont tiegħek għandu t-tieni fattur. Ikkonfermah qabel tagħżel password ġdida.',
  go_on: 'Kompli',
  add_and_go_on: 'Żid u kompli',
  sign_out: 'Oħroġ minn {email}',
  moment: 'Mument',
  drawing: 'Il-kodiċi QR qed jitpinġa',
  device: 'Apparat',
  from_app: 'Mill-app fuq “{name}”',
  six_digits: 'Kodiċi ta’ sitt ċifri',
  lost: 'Tlift l-apparat tiegħi',
  lost_text:
    'Staqsi lill-amministrazzjoni tneħħi t-tieni fattur tiegħek fil-paġna Staff. Imbagħad tidħol bil-password u żżid apparat ġdid. L-uniku amministratur ineħħih fuq is-server: il-kmand jinsab fil-gwida tal-hosting.',
  scan: 'Skenja dan il-kodiċi b’app tal-awtentikazzjoni fuq il-mowbajl. Taħdem kull app għal kodiċijiet ta’ darba.',
  qr: 'Kodiċi QR għall-app tal-awtentikazzjoni tiegħek',
  type_key: 'Jew ittajpja din iċ-ċavetta fl-app',
  copied: 'Ikkupjata',
  copy_key: 'Ikkopja ċ-ċavetta',
  six_needed: 'Ittajpja s-sitt ċifri li turi l-app tiegħek.',
  no_device: 'Dan il-kont m’għandux it-tieni fattur aktar. Jekk jogħġbok erġa’ tella’ l-paġna.',
  wrong_code: 'Dan il-kodiċi hu ħażin jew diġà ntuża. Ittajpja dak li turi l-app issa.',
  too_late: 'Dan ħa wisq ħin. Ittajpja l-kodiċi li turi l-app issa.',
  too_many: 'Ġew ippruvati wisq kodiċijiet. Jekk jogħġbok stenna ħames minuti.',
  unreachable: 'Is-server ma setax jintlaħaq. Jekk jogħġbok erġa’ pprova.',
  unexplained: 'Xi ħaġa marret ħażin. Jekk jogħġbok erġa’ pprova.',
}
