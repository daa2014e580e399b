import type { DateStyle, HourStyle, NumberStyle } from '@/shared/domain/text/formats'

/**
 * Each country in one row: ISO 3166-1 code, currency, time zone of its largest place, first day of the week, clock, look of
 * numbers and days, paper. Derived from Unicode CLDR 48.2 (currencyData, weekData, timeData, measurementData and the formats of
 * the main language) and zone.tab of the IANA time zone database.
 */
const rows = `
AD EUR Europe/Andorra 1 24h comma day_first a4
AE AED Asia/Dubai 1 12h point day_first a4
AF AFN Asia/Kabul 6 24h point month_first a4
AG XCD America/Antigua 7 12h point day_first a4
AI XCD America/Anguilla 1 24h point day_first a4
AL ALL Europe/Tirane 1 12h space day_dots a4
AM AMD Asia/Yerevan 1 24h space day_dots a4
AO AOA Africa/Luanda 1 24h space day_first a4
AR ARS America/Argentina/Buenos_Aires 1 12h comma day_first a4
AS USD Pacific/Pago_Pago 7 12h point month_first a4
AT EUR Europe/Vienna 1 24h comma day_dots a4
AU AUD Australia/Sydney 1 12h point day_first a4
AW AWG America/Aruba 1 24h comma day_first a4
AX EUR Europe/Mariehamn 1 24h space year_first a4
AZ AZN Asia/Baku 1 24h comma day_dots a4
BA BAM Europe/Sarajevo 1 24h comma day_dots a4
BB BBD America/Barbados 1 12h point day_first a4
BD BDT Asia/Dhaka 7 12h point day_first a4
BE EUR Europe/Brussels 1 24h comma day_first a4
BF XOF Africa/Ouagadougou 1 24h space day_first a4
BG EUR Europe/Sofia 1 24h space day_dots a4
BH BHD Asia/Bahrain 6 12h point day_first a4
BI BIF Africa/Bujumbura 1 24h comma day_first a4
BJ XOF Africa/Porto-Novo 1 24h space day_first a4
BL EUR America/St_Barthelemy 1 24h space day_first a4
BM BMD Atlantic/Bermuda 1 12h point day_first a4
BN BND Asia/Brunei 1 12h comma day_first a4
BO BOB America/La_Paz 1 12h comma day_first a4
BQ USD America/Kralendijk 1 24h point month_first a4
BR BRL America/Sao_Paulo 7 24h comma day_first a4
BS BSD America/Nassau 7 12h point day_first a4
BT BTN Asia/Thimphu 7 12h point year_first a4
BW BWP Africa/Gaborone 7 24h point day_first a4
BY BYN Europe/Minsk 1 24h space day_dots a4
BZ BZD America/Belize 7 24h point day_first letter
CA CAD America/Toronto 7 12h point year_first letter
CC AUD Indian/Cocos 1 24h point day_first a4
CD CDF Africa/Kinshasa 1 24h space day_first a4
CF XAF Africa/Bangui 1 24h comma year_first a4
CG XAF Africa/Brazzaville 1 24h space day_first a4
CH CHF Europe/Zurich 1 24h apostrophe day_dots a4
CI XOF Africa/Abidjan 1 24h space day_first a4
CK NZD Pacific/Rarotonga 1 24h point day_first a4
CL CLP America/Santiago 1 12h comma day_first letter
CM XAF Africa/Douala 1 24h space day_first a4
CN CNY Asia/Shanghai 1 24h point year_first a4
CO COP America/Bogota 7 12h comma day_first letter
CR CRC America/Costa_Rica 1 12h space day_first letter
CU CUP America/Havana 1 12h point day_first a4
CV CVE Atlantic/Cape_Verde 1 24h space day_first a4
CW XCG America/Curacao 1 24h point month_first a4
CX AUD Indian/Christmas 1 24h point day_first a4
CY EUR Asia/Nicosia 1 12h comma day_first a4
CZ CZK Europe/Prague 1 24h space day_dots a4
DE EUR Europe/Berlin 1 24h comma day_dots a4
DJ DJF Africa/Djibouti 6 12h space day_first a4
DK DKK Europe/Copenhagen 1 24h comma day_dots a4
DM XCD America/Dominica 7 12h point day_first a4
DO DOP America/Santo_Domingo 7 12h point day_first a4
DZ DZD Africa/Algiers 6 12h comma day_first a4
EC USD America/Guayaquil 1 12h comma day_first a4
EE EUR Europe/Tallinn 1 24h space day_dots a4
EG EGP Africa/Cairo 6 12h point day_first a4
EH MAD Africa/El_Aaiun 1 12h point day_first a4
ER ERN Africa/Asmara 1 12h point month_first a4
ES EUR Europe/Madrid 1 24h comma day_first a4
ET ETB Africa/Addis_Ababa 7 12h point day_first a4
FI EUR Europe/Helsinki 1 24h space day_dots a4
FJ FJD Pacific/Fiji 1 12h point day_first a4
FK FKP Atlantic/Stanley 1 24h point day_first a4
FM USD Pacific/Pohnpei 1 12h point day_first a4
FO DKK Atlantic/Faroe 1 24h comma day_dots a4
FR EUR Europe/Paris 1 24h space day_first a4
GA XAF Africa/Libreville 1 24h space day_first a4
GB GBP Europe/London 1 24h point day_first a4
GD XCD America/Grenada 1 12h point day_first a4
GE GEL Asia/Tbilisi 1 24h space day_dots a4
GF EUR America/Cayenne 1 24h space day_first a4
GG GBP Europe/Guernsey 1 24h point day_first a4
GH GHS Africa/Accra 1 12h point year_first a4
GI GIP Europe/Gibraltar 1 24h point day_first a4
GL DKK America/Nuuk 1 24h comma year_first a4
GM GMD Africa/Banjul 1 12h point day_first a4
GN GNF Africa/Conakry 1 24h space day_first a4
GP EUR America/Guadeloupe 1 24h space day_first a4
GQ XAF Africa/Malabo 1 24h comma day_first a4
GR EUR Europe/Athens 1 12h comma day_first a4
GS GBP Atlantic/South_Georgia 1 24h point day_first a4
GT GTQ America/Guatemala 7 12h point day_first letter
GU USD Pacific/Guam 7 12h point month_first a4
GW XOF Africa/Bissau 1 24h space day_first a4
GY GYD America/Guyana 1 12h point day_first a4
HK HKD Asia/Hong_Kong 7 12h point day_first a4
HN HNL America/Tegucigalpa 7 12h point day_first a4
HR EUR Europe/Zagreb 1 24h comma day_dots a4
HT HTG America/Port-au-Prince 1 24h point month_first a4
HU HUF Europe/Budapest 1 24h space year_first a4
ID IDR Asia/Jakarta 7 24h comma day_first a4
IE EUR Europe/Dublin 1 24h point day_first a4
IL ILS Asia/Jerusalem 7 24h point day_dots a4
IM GBP Europe/Isle_of_Man 1 24h point day_first a4
IN INR Asia/Kolkata 7 12h point day_first a4
IO USD Indian/Chagos 1 24h point day_first a4
IQ IQD Asia/Baghdad 6 12h point day_first a4
IR IRR Asia/Tehran 6 24h point year_first a4
IS ISK Atlantic/Reykjavik 7 24h comma day_dots a4
IT EUR Europe/Rome 1 24h comma day_first a4
JE GBP Europe/Jersey 1 24h point day_first a4
JM JMD America/Jamaica 7 12h point day_first a4
JO JOD Asia/Amman 6 12h point day_first a4
JP JPY Asia/Tokyo 7 24h point year_first a4
KE KES Africa/Nairobi 7 24h point day_first a4
KG KGS Asia/Bishkek 1 24h space day_first a4
KH KHR Asia/Phnom_Penh 7 12h point day_first a4
KI AUD Pacific/Tarawa 1 12h point day_first a4
KM KMF Indian/Comoro 1 24h point day_first a4
KN XCD America/St_Kitts 1 12h point day_first a4
KP KPW Asia/Pyongyang 1 12h point year_first a4
KR KRW Asia/Seoul 7 12h point year_first a4
KW KWD Asia/Kuwait 6 12h point day_first a4
KY KYD America/Cayman 1 12h point day_first a4
KZ KZT Asia/Almaty 1 24h space day_dots a4
LA LAK Asia/Vientiane 7 24h comma day_first a4
LB LBP Asia/Beirut 1 12h comma day_first a4
LC XCD America/St_Lucia 1 12h point day_first a4
LI CHF Europe/Vaduz 1 24h apostrophe day_dots a4
LK LKR Asia/Colombo 1 24h point year_first a4
LR LRD Africa/Monrovia 1 12h point day_first a4
LS LSL Africa/Maseru 1 12h point year_first a4
LT EUR Europe/Vilnius 1 24h space year_first a4
LU EUR Europe/Luxembourg 1 24h comma day_first a4
LV EUR Europe/Riga 1 24h space day_dots a4
LY LYD Africa/Tripoli 6 12h comma day_first a4
MA MAD Africa/Casablanca 1 24h comma day_first a4
MC EUR Europe/Monaco 1 24h space day_first a4
MD MDL Europe/Chisinau 1 24h comma day_dots a4
ME EUR Europe/Podgorica 1 24h comma day_dots a4
MF EUR America/Marigot 1 24h space day_first a4
MG MGA Indian/Antananarivo 1 24h point year_first a4
MH USD Pacific/Majuro 7 12h point month_first a4
MK MKD Europe/Skopje 1 24h comma day_dots a4
ML XOF Africa/Bamako 1 24h point day_first a4
MM MMK Asia/Yangon 7 24h point day_first a4
MN MNT Asia/Ulaanbaatar 1 24h point year_first a4
MO MOP Asia/Macau 7 12h point day_first a4
MP USD Pacific/Saipan 1 12h point month_first a4
MQ EUR America/Martinique 1 24h space day_first a4
MR MRU Africa/Nouakchott 1 12h comma day_first a4
MS XCD America/Montserrat 1 24h point day_first a4
MT EUR Europe/Malta 7 24h point day_first a4
MU MUR Indian/Mauritius 1 24h space day_first a4
MV MVR Indian/Maldives 6 24h point month_first a4
MW MWK Africa/Blantyre 1 12h point day_first a4
MX MXN America/Mexico_City 7 12h point day_first letter
MY MYR Asia/Kuala_Lumpur 1 12h point day_first a4
MZ MZN Africa/Maputo 7 24h space day_first a4
NA NAD Africa/Windhoek 1 12h space year_first a4
NC XPF Pacific/Noumea 1 24h space day_first a4
NE XOF Africa/Niamey 1 24h point year_first a4
NF AUD Pacific/Norfolk 1 24h point day_first a4
NG NGN Africa/Lagos 1 24h point day_first a4
NI NIO America/Managua 7 12h point day_first letter
NL EUR Europe/Amsterdam 1 24h comma day_first a4
NO NOK Europe/Oslo 1 24h space day_dots a4
NP NPR Asia/Kathmandu 7 24h point year_first a4
NR AUD Pacific/Nauru 1 24h point day_first a4
NU NZD Pacific/Niue 1 24h point day_first a4
NZ NZD Pacific/Auckland 1 12h point day_first a4
OM OMR Asia/Muscat 6 12h point day_first a4
PA PAB America/Panama 7 12h point month_first letter
PE PEN America/Lima 7 12h point day_first a4
PF XPF Pacific/Tahiti 1 24h space day_first a4
PG PGK Pacific/Port_Moresby 1 12h point month_first a4
PH PHP Asia/Manila 7 12h point month_first letter
PK PKR Asia/Karachi 7 12h point day_first a4
PL PLN Europe/Warsaw 1 24h space day_dots a4
PM EUR America/Miquelon 1 24h space day_first a4
PN NZD Pacific/Pitcairn 1 24h point day_first a4
PR USD America/Puerto_Rico 7 12h point month_first letter
PS ILS Asia/Hebron 1 12h point day_first a4
PT EUR Europe/Lisbon 7 24h space day_first a4
PW USD Pacific/Palau 1 12h point month_first a4
PY PYG America/Asuncion 7 12h point month_first a4
QA QAR Asia/Qatar 6 12h point day_first a4
RE EUR Indian/Reunion 1 24h space day_first a4
RO RON Europe/Bucharest 1 24h comma day_dots a4
RS RSD Europe/Belgrade 1 24h comma day_dots a4
RU RUB Europe/Moscow 1 24h space day_dots a4
RW RWF Africa/Kigali 1 24h comma year_first a4
SA SAR Asia/Riyadh 7 12h point day_first a4
SB SBD Pacific/Guadalcanal 1 12h point day_first a4
SC SCR Indian/Mahe 1 24h space day_first a4
SD SDG Africa/Khartoum 6 12h point day_first a4
SE SEK Europe/Stockholm 1 24h space year_first a4
SG SGD Asia/Singapore 7 12h point day_first a4
SH SHP Atlantic/St_Helena 1 24h point day_first a4
SI EUR Europe/Ljubljana 1 24h comma day_dots a4
SJ NOK Arctic/Longyearbyen 1 24h space day_dots a4
SK EUR Europe/Bratislava 1 24h space day_dots a4
SL SLE Africa/Freetown 1 12h point day_first a4
SM EUR Europe/San_Marino 1 24h comma day_first a4
SN XOF Africa/Dakar 1 24h comma day_first a4
SO SOS Africa/Mogadishu 1 12h point day_first a4
SR SRD America/Paramaribo 1 24h comma day_first a4
SS SSP Africa/Juba 1 12h point day_first a4
ST STN Africa/Sao_Tome 1 24h space day_first a4
SV USD America/El_Salvador 7 12h point day_first letter
SX XCG America/Lower_Princes 1 24h point day_first a4
SY SYP Asia/Damascus 6 12h point day_first a4
SZ SZL Africa/Mbabane 1 12h point day_first a4
TC USD America/Grand_Turk 1 12h point day_first a4
TD XAF Africa/Ndjamena 1 12h point day_first a4
TF EUR Indian/Kerguelen 1 24h space day_first a4
TG XOF Africa/Lome 1 24h space day_first a4
TH THB Asia/Bangkok 7 24h point day_first a4
TJ TJS Asia/Dushanbe 1 24h space day_first a4
TK NZD Pacific/Fakaofo 1 24h point month_first a4
TL USD Asia/Dili 1 24h space day_first a4
TM TMT Asia/Ashgabat 1 24h space day_dots a4
TN TND Africa/Tunis 1 12h comma day_first a4
TO TOP Pacific/Tongatapu 1 12h point day_first a4
TR TRY Europe/Istanbul 1 24h comma day_dots a4
TT TTD America/Port_of_Spain 7 12h point day_first a4
TV AUD Pacific/Funafuti 1 24h point month_first a4
TW TWD Asia/Taipei 7 12h point year_first a4
TZ TZS Africa/Dar_es_Salaam 1 24h point day_first a4
UA UAH Europe/Kiev 1 24h space day_dots a4
UG UGX Africa/Kampala 1 24h point day_first a4
UM USD Pacific/Wake 7 12h point month_first a4
US USD America/New_York 7 12h point month_first letter
UY UYU America/Montevideo 1 12h comma day_first a4
UZ UZS Asia/Tashkent 1 24h space day_first a4
VA EUR Europe/Vatican 1 24h comma day_first a4
VC XCD America/St_Vincent 1 12h point day_first a4
VE VES America/Caracas 7 12h comma day_first letter
VG USD America/Tortola 1 12h point day_first a4
VI USD America/St_Thomas 7 12h point month_first a4
VN VND Asia/Ho_Chi_Minh 1 24h comma day_first a4
VU VUV Pacific/Efate 1 12h point month_first a4
WF XPF Pacific/Wallis 1 24h space day_first a4
WS WST Pacific/Apia 7 12h point month_first a4
YE YER Asia/Aden 7 12h point day_first a4
YT EUR Indian/Mayotte 1 24h space day_first a4
ZA ZAR Africa/Johannesburg 7 24h space year_first a4
ZM ZMW Africa/Lusaka 1 12h point day_first a4
ZW ZWG Africa/Harare 7 24h point year_first a4
`

export type WorldFacts = {
  code: string
  currency: string
  time_zone: string
  first_weekday: 1 | 6 | 7
  hour_style: HourStyle
  number_style: NumberStyle
  date_style: DateStyle
  paper_size: 'a4' | 'letter'
}

/** The facts of every country, by its code. */
export const world: ReadonlyMap<string, WorldFacts> = new Map(
  rows
    .trim()
    .split('\n')
    .map((row) => {
      const [code = '', currency = '', time_zone = '', weekday, clock, numbers, days, paper] = row.split(' ')
      return [
        code,
        {
          code,
          currency,
          time_zone,
          first_weekday: weekday === '7' ? 7 : weekday === '6' ? 6 : 1,
          hour_style: clock as HourStyle,
          number_style: numbers as NumberStyle,
          date_style: days as DateStyle,
          paper_size: paper === 'letter' ? 'letter' : 'a4',
        },
      ]
    }),
)

const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** The English name of a country: `Portugal` for `PT`. */
export const countryName = (code: string): string => names.of(code) ?? code

/** Every country by name, for a list to choose from. Its own name in its own language is found as well. */
export const countryChoices: readonly { value: string; label: string }[] = [...world.keys()]
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
