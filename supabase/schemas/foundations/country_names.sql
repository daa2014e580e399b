-- Countries by their names.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table private.country_names (
  name text primary key,
  code text not null,
  constraint country_names_code_is_one check (code ~ '^[A-Z]{2}$')
);
comment on table private.country_names is
  'Names of countries, folded, in the languages that src/shared/domain/places/country-code.ts knows, and their ISO 3166-1 codes.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.country_names enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.country_code(p_country text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_name constant text := private.folded(btrim(p_country));
begin
  return (select c.code from private.country_names c where c.name in (v_name, regexp_replace(v_name, '^the ', '')) order by c.name = v_name desc limit 1);
end $$;
comment on function private.country_code is
  'The ISO 3166-1 code of a country by its code or its name in a known language; null for an unknown one. Agrees with
src/shared/domain/places/country-code.ts.';

create function private.is_of_the_union(p_code text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select p_code in ('AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV', 'MC', 'MT', 'NL',
    'PL', 'PT', 'RO', 'SE', 'SI', 'SK')
$$;
comment on function private.is_of_the_union is 'Whether goods that go to this country stay in the VAT territory of the European Union. Monaco is of it, as a part of France.';

-- ---------------------------------------------------------------------------------------------------------- first rows

-- A line for each country: its code, then its names.
insert into private.country_names (name, code)
select part.name, upper(split_part(line, '|', 1))
  from regexp_split_to_table($names$ac|ascension|ascension island|ascensionoen|ile de l'ascension|ilha de ascensao|isla de la ascension|isola ascensione|wyspa wniebowstapienia
ad|andora|andorra|andorre
ae|de forenede arabiske emirater|emirados arabes unidos|emirati arabi uniti|emiratos arabes unidos|emirats arabes unis|forenade arabemiraten|l-emirati gharab maghquda|united arab emirates|vereinigte arabische emirate|verenigde arabische emiraten|zjednoczone emiraty arabskie
af|afeganistao|afganistan|afghanistan|l-afganistan
ag|antigua & barbuda|antigua e barbuda|antigua en barbuda|antigua i barbuda|antigua och barbuda|antigua og barbuda|antigua u barbuda|antigua und barbuda|antigua y barbuda|antigua-et-barbuda
ai|anguila|anguilla
al|albania|albanie|albanien|l-albanija
am|armenia|armenie|armenien|l-armenja
ao|angola|l-angola
aq|antarctica|antarctique|antarktis|antarktyda|antartida|antartide|l-antartika
ar|argentina|argentine|argentinie|argentinien|argentyna|l-argentina
as|american samoa|amerikaans-samoa|amerikanisch-samoa|amerikansk samoa|amerikanska samoa|is-samoa amerikana|samoa americaines|samoa americana|samoa americane|samoa amerykanskie
at|austria|autriche|l-awstrija|oostenrijk|osterreich|osterrike|ostrig
au|australia|australie|australien|l-awstralja
aw|aruba
ax|aland|aland islands|alandinseln|il-gzejjer aland|iles aland|ilhas aland|islas aland|isole aland|wyspy alandzkie
az|aserbaidschan|aserbajdsjan|azerbaidjan|azerbaigian|azerbaijan|azerbaijao|azerbaiyan|azerbajdzjan|azerbeidzjan|azerbejdzan|l-azerbajgan
ba|bosnia & herzegovina|bosnia e herzegovina|bosnia ed erzegovina|bosnia i hercegowina|bosnia y herzegovina|bosnie en herzegovina|bosnie-herzegovine|bosnien och hercegovina|bosnien und herzegowina|bosnien-hercegovina|il-boznija-herzegovina
bb|barbade|barbados
bd|banglades|bangladesch|bangladesh|bangladesz|il-bangladesh
be|belgia|belgica|belgie|belgien|belgio|belgique|belgium|il-belgju
bf|burkina faso|burquina faso|il-burkina faso
bg|bulgaria|bulgarie|bulgarien|bulgarije|il-bulgarija
bh|bahrain|bahrajn|bahrein|barein|il-bahrain
bi|burundi|il-burundi
bj|benin|il-benin
bl|s:t barthelemy|saint barthelemy|saint-barthelemy|san bartolome|sao bartolomeu|st. barthelemy
bm|bermuda|bermudas|bermudes|bermudy
bn|brunei|brunei darussalam|il-brunei
bo|bolivia|bolivie|bolivien|boliwia|il-bolivja
bq|caraibi olandesi|caribbean netherlands|caribe neerlandes|caribisch nederland|de tidligere nederlandske antiller|in-netherlands tal-karibew|karibische niederlande|karibiska nederlanderna|niderlandy karaibskie|paises baixos caribenhos|pays-bas caribeens
br|brasil|brasile|brasilien|brazil|brazilie|brazylia|bresil|il-brazil
bs|bahama's|bahamas|bahamy|il-bahamas
bt|bhoutan|bhutan|butan|butao|il-bhutan
bv|bouvet island|bouveteiland|bouvetinsel|bouvetoen|bouveton|gzira bouvet|ile bouvet|ilha bouvet|isla bouvet|isola bouvet|wyspa bouveta
bw|botsuana|botswana|il-botswana
by|belarus|bialorus|bielorrusia|bielorrussia|bielorussia|bielorussie|il-belarussja
bz|belice|belize|il-belize
ca|canada|il-kanada|kanada
cc|cocos (keeling) islands|cocoseilanden|cocosoerne|gzejjer cocos (keeling)|iles cocos|ilhas cocos (keeling)|islas cocos|isole cocos (keeling)|kokosinseln|kokosoarna|wyspy kokosowe
cd|congo - kinshasa|congo-kinshasa|demokratyczna republika konga|ir-repubblika demokratika tal-kongo|kongo-kinshasa|republica democratica del congo
cf|centraal-afrikaanse republiek|central african republic|centralafrikanska republiken|den centralafrikanske republik|ir-repubblika centru-afrikana|repubblica centrafricana|republica centro-africana|republica centroafricana|republika srodkowoafrykanska|republique centrafricaine|zentralafrikanische republik
cg|congo|congo - brazzaville|congo-brazzaville|il-kongo - brazzaville|kongo|kongo-brazzaville|republica do congo
ch|l-izvizzera|schweiz|suica|suisse|suiza|svizzera|switzerland|szwajcaria|zwitserland
ci|costa d'avorio|costa do marfim|cote d'ivoire|elfenbenskusten|elfenbenskysten|il-kosta tal-avorju|ivoorkust
ck|cook islands|cookeilanden|cookinseln|cookoarna|cookoerne|gzejjer cook|iles cook|ilhas cook|islas cook|isole cook|wyspy cooka
cl|chile|chili|cile|ic-cili
cm|camaroes|cameroon|cameroun|camerun|il-kamerun|kameroen|kamerun
cn|china|chine|chiny|cina|ic-cina|kina
co|colombia|colombie|il-kolombja|kolumbia|kolumbien
cp|clipperton|clipperton island|clipperton-insel|clippertonoen|clippertonon|il-gzira clipperton|ile clipperton|ilha de clipperton|isla clipperton|isola di clipperton|wyspa clippertona
cq|sark|sercq
cr|costa rica|il-costa rica|kostaryka
cu|cuba|kuba
cv|cabo verde|cap-vert|cape verde|capo verde|kaapverdie|kap verde|republika zielonego przyladka
cw|curacao|curazao
cx|christmas island|christmaseiland|il-gzira christmas|ile christmas|ilha christmas|isla de navidad|isola christmas|juleoen|julon|weihnachtsinsel|wyspa bozego narodzenia
cy|chipre|chypre|cipro|cipru|cypern|cypr|cyprus|zypern
cz|cechia|chequia|czech republic|czechia|czechy|ir-repubblika ceka|tchequia|tchequie|tjeckien|tjekkiet|tschechien|tsjechie
de|alemanha|alemania|allemagne|deutschland|duitsland|germania|germany|il-germanja|niemcy|tyskland
dg|diego garcia
dj|djibouti|djibuti|dschibuti|dzibuti|gibuti|il-djibouti|yibuti
dk|danemark|dania|danimarca|danmark|denemarken|denmark|dinamarca|id-danimarka
dm|dominica|dominika|dominique
do|den dominikanske republik|dominicaanse republiek|dominican republic|dominikana|dominikanische republik|dominikanska republiken|ir-repubblika dominicana|repubblica dominicana|republica dominicana|republique dominicaine
dz|algeria|algerie|algerien|algeriet|algerije|algieria|argelia|l-algerija
ea|ceuta & melilla|ceuta e melilla|ceuta en melilla|ceuta et melilla|ceuta i melilla|ceuta och melilla|ceuta og melilla|ceuta u melilla|ceuta und melilla|ceuta y melilla
ec|ecuador|ekwador|equador|equateur|l-ekwador
ee|estland|estonia|estonie|l-estonja
eg|agypten|egipt|egipto|egito|egitto|egypt|egypte|egypten|l-egittu
eh|is-sahara tal-punent|saara ocidental|sahara occidental|sahara occidentale|sahara zachodnia|vastsahara|vestsahara|westelijke sahara|western sahara|westsahara
er|eritrea|eritreia|erythree|erytrea|l-eritrea
es|espagne|espana|espanha|hiszpania|spagna|spain|spanien|spanja|spanje
et|athiopien|ethiopia|ethiopie|etiopia|etiopien|l-etjopja
fi|finland|finlande|finlandia|finnland|il-finlandja
fj|fidji|fidschi|fidzi|figi|fiji|fiyi
fk|falkland islands|falklandeilanden|falklandinseln|falklandsoarna|falklandsoerne|falklandy|il-gzejjer falkland|iles malouines|ilhas malvinas|islas malvinas|isole falkland
fm|il-mikronezja|micronesia|micronesie|mikronesien|mikronezja
fo|faeroer|faroarna|faroe islands|faroer|færoerne|il-gzejjer faeroe|iles feroe|ilhas faroe|islas feroe|isole fær oer|wyspy owcze
fr|franca|france|francia|francja|frankreich|frankrig|frankrijk|frankrike|franza
ga|gabao|gabon|gabun|il-gabon
gb|england|great britain|ir-renju unit|regno unito|reino unido|royaume-uni|scotland|storbritannien|uk|united kingdom|vereinigtes konigreich|verenigd koninkrijk|wales|wielka brytania
gd|granada|grenada|grenade
ge|georgia|georgie|georgien|gruzja|il-georgia
gf|frans-guyana|fransk guyana|franska guyana|franzosisch-guayana|french guiana|guayana francesa|guiana francesa|gujana francuska|guyana francese|guyane francaise|il-guyana franciza
gg|guernesey|guernsey
gh|gana|ghana|il-ghana
gi|gibilta|gibilterra|gibraltar
gl|greenland|grenlandia|groenland|groenlandia|gronland
gm|gambia|gambie|il-gambja
gn|guine|guinea|guinee|gwinea|il-guinea
gp|guadalupa|guadalupe|guadeloupe|gwadelupa
gq|aquatorialguinea|ekvatorialguinea|equatoriaal-guinea|equatorial guinea|guine equatorial|guinea ecuatorial|guinea equatoriale|guinee equatoriale|gwinea rownikowa|il-guinea ekwatorjali|ækvatorialguinea
gr|grece|grecia|grecja|greece|grekland|griechenland|griekenland|grækenland|il-grecja
gs|georgia del sud e sandwich australi|georgia poludniowa i sandwich poludniowy|georgie du sud-et-les iles sandwich du sud|il-georgia tan-nofsinhar u l-gzejjer sandwich tan-nofsinhar|ilhas georgia do sul e sandwich do sul|islas georgia del sur y sandwich del sur|south georgia & south sandwich islands|south georgia og de sydlige sandwichoer|sudgeorgien und die sudlichen sandwichinseln|sydgeorgien och sydsandwichoarna|zuid-georgia en zuidelijke sandwicheilanden
gt|guatemala|gwatemala|il-gwatemala
gu|guam
gw|guine-bissau|guinea-bisau|guinea-bissau|guinee-bissau|gwinea bissau|il-guinea-bissau
gy|guiana|gujana|guyana|il-guyana
hk|hong kong sar china|hong kong, rae da china|hongkong sar|hongkong sar van china|ir-regjun amministrattiv specjali ta' hong kong tar-repubblika tal-poplu tac-cina|r.a.s. chinoise de hong kong|rae de hong kong (china)|ras di hong kong|sar hongkong|sonderverwaltungsregion hongkong|sra hongkong (chiny)
hm|heard & mcdonald islands|heard en mcdonaldeilanden|heard island og mcdonald islands|heard und mcdonaldinseln|heardon och mcdonaldoarna|il-gzejjer heard u l-gzejjer mcdonald|iles heard-et-macdonald|ilhas heard e mcdonald|islas heard y mcdonald|isole heard e mcdonald|wyspy heard i mcdonalda
hn|honduras|il-honduras
hr|chorwacja|croacia|croatia|croatie|croazia|il-kroazja|kroatie|kroatien
ht|haiti|il-haiti
hu|hongarije|hongrie|hungary|hungria|l-ungerija|ungarn|ungern|ungheria|wegry
ic|canarias|canarische eilanden|canary islands|il-gzejjer canary|iles canaries|ilhas canarias|isole canarie|kanarieoarna|kanarische inseln|kanariske oer|wyspy kanaryjskie
id|indonesia|indonesie|indonesien|indonezja|l-indonezja
ie|ierland|ireland|irland|irlanda|irlande|irlandia|l-irlanda
il|israel|israele|izrael
im|ile de man|ilha de man|isla de man|isle of man|isola di man|wyspa man
in|inde|india|indie|indien|l-indja
io|britisches territorium im indischen ozean|british indian ocean territory|brits indische oceaanterritorium|brittiska territoriet i indiska oceanen|brytyjskie terytorium oceanu indyjskiego|det britiske territorium i det indiske ocean|territoire britannique de l'ocean indien|territorio britanico del oceano indico|territorio britanico do oceano indico|territorio britannico dell'oceano indiano
iq|irak|iraq|iraque|l-iraq
ir|ira|iran|l-iran
is|iceland|ijsland|island|islanda|islande|islandia|l-izlanda
it|italia|italie|italien|italy|l-italja|wlochy
je|jersey
jm|giamaica|il-gamajka|jamaica|jamaika|jamaique|jamajka
jo|giordania|il-gordan|jordan|jordania|jordanie|jordanien
jp|giappone|il-gappun|japan|japao|japon|japonia
ke|il-kenja|kenia|kenya|quenia
kg|il-kirgizistan|kirghizistan|kirghizstan|kirgisistan|kirgistan|kirgizie|kirgizistan|kirguistan|kyrgyzstan|quirguistao
kh|cambodge|cambodia|cambodja|cambogia|camboja|camboya|il-kambodja|kambodja|kambodscha|kambodza
ki|kiribati|quiribati
km|comoras|comore|comoren|comorerne|comores|comoros|komoren|komorerna|komory
kn|s:t kitts och nevis|saint kitts e nevis|saint kitts en nevis|saint kitts i nevis|saint kitts og nevis|saint kitts u nevis|saint-christophe-et-nieves|san cristobal y nieves|sao cristovao e nevis|st. kitts & nevis|st. kitts und nevis
kp|corea del nord|corea del norte|coree du nord|coreia do norte|il-korea ta' fuq|korea polnocna|noord-korea|nordkorea|north korea
kr|corea del sud|corea del sur|coree du sud|coreia do sul|il-korea t'isfel|korea poludniowa|south korea|sudkorea|sydkorea|zuid-korea
kw|il-kuwajt|koeweit|koweit|kuwait|kuwejt
ky|cayman islands|caymanoarna|caymanoerne|il-gzejjer cayman|iles caimans|ilhas cayman|islas caiman|isole cayman|kaaimaneilanden|kaimaninseln|kajmany
kz|cazaquistao|il-kazakistan|kasachstan|kasakhstan|kazachstan|kazajistan|kazakhstan|kazakistan|kazakstan
la|il-laos|laos
lb|il-libanu|lebanon|liban|libano|libanon
lc|s:t lucia|saint lucia|sainte-lucie|santa lucia|st. lucia
li|il-liechtenstein|liechtenstein
lk|is-sri lanka|sri lanka
lr|il-liberja|liberia
ls|il-lesoto|lesotho|lesoto
lt|il-litwanja|litauen|lithuania|litouwen|lituania|lituanie|litwa
lu|il-lussemburgu|luksemburg|lussemburgo|luxembourg|luxemburg|luxemburgo
lv|il-latvja|latvia|letland|letonia|lettland|lettonia|lettonie|lotwa
ly|il-libja|libia|libie|libya|libye|libyen
ma|il-marokk|maroc|marocco|marocko|marokko|maroko|marrocos|marruecos|morocco
mc|monaco|monako
md|il-moldova|moldavia|moldavie|moldavien|moldawia|moldova|republik moldau
me|czarnogora|il-montenegro|montenegro
mf|saint martin|saint-martin|san martin|sao martinho|st. martin
mg|madagascar|madagaskar
mh|gzejjer marshall|iles marshall|ilhas marshall|islas marshall|isole marshall|marshall islands|marshalleilanden|marshallinseln|marshalloarna|marshalloerne|wyspy marshalla
mk|il-macedonja ta' fuq|macedoine du nord|macedonia del nord|macedonia del norte|macedonia do norte|macedonia polnocna|noord-macedonie|nordmakedonien|nordmazedonien|north macedonia
ml|il-mali|mali
mm|il-myanmar/burma|mianmar (birmania)|mjanma (birma)|myanmar|myanmar (birma)|myanmar (birmania)|myanmar (birmanie)|myanmar (burma)
mn|il-mongolja|mongolei|mongolia|mongolie|mongoliet
mo|ir-regjun amministrattiv specjali tal-macao tar-repubblika tal-poplu tac-cina|macao sar|macao sar china|macau sar van china|macau, rae da china|r.a.s. chinoise de macao|rae de macao (china)|ras di macao|sar macao|sonderverwaltungsregion macau|sra makau (chiny)
mp|gzejjer mariana tat-tramuntana|iles mariannes du nord|ilhas marianas do norte|islas marianas del norte|isole marianne settentrionali|mariany polnocne|noordelijke marianen|nordliche marianen|nordmarianerna|nordmarianerne|northern mariana islands
mq|martinica|martinique|martynika
mr|il-mauritania|mauretania|mauretanien|mauritania|mauritanie
ms|montserrat
mt|malta|malte
mu|maurice|mauricio|mauritius
mv|il-maldivi|maldivas|maldive|maldiven|maldiverna|maldiverne|maldives|malediven|malediwy
mw|il-malawi|malaui|malawi
mx|il-messiku|meksyk|messico|mexico|mexiko|mexique
my|il-malasja|malaisie|malasia|malaysia|maleisie|malezja
mz|il-mozambique|mocambique|mosambik|mozambico|mozambik|mozambique
na|in-namibja|namibia|namibie
nc|neukaledonien|new caledonia|nieuw-caledonie|nouvelle-caledonie|nova caledonia|nowa kaledonia|nueva caledonia|nuova caledonia|ny kaledonien|nya kaledonien
ne|in-niger|niger
nf|gzira norfolk|ile norfolk|ilha norfolk|isla norfolk|isola norfolk|norfolk|norfolk island|norfolkinsel|norfolkon
ng|in-nigerja|nigeria
ni|in-nikaragwa|nicaragua|nikaragua
nl|holandia|holland|in-netherlands|nederland|nederlandene|nederlanderna|netherlands|niederlande|paesi bassi|paises baixos|paises bajos|pays-bas
no|in-norvegja|noorwegen|norge|noruega|norvege|norvegia|norway|norwegen|norwegia
np|in-nepal|nepal
nr|nauru
nu|niue
nz|neuseeland|new zealand|nieuw-zeeland|nouvelle-zelande|nova zelandia|nowa zelandia|nueva zelanda|nuova zelanda|nya zeeland
om|l-oman|oma|oman
pa|il-panama|panama
pe|il-peru|perou|peru
pf|frans-polynesie|fransk polynesien|franska polynesien|franzosisch-polynesien|french polynesia|polinesia francesa|polinesia francese|polinezja franciza|polinezja francuska|polynesie francaise
pg|papoea-nieuw-guinea|papouasie-nouvelle-guinee|papua new guinea|papua nueva guinea|papua nuova guinea|papua ny guinea|papua nya guinea|papua-neuguinea|papua-nova guine|papua-nowa gwinea
ph|filipijnen|filipinas|filipiny|filippine|filippinerna|filippinerne|il-filippini|philippinen|philippines
pk|il-pakistan|pakistan|paquistao
pl|il-polonja|poland|polen|pologne|polonia|polska
pm|s:t pierre och miquelon|saint pierre og miquelon|saint pierre u miquelon|saint-pierre e miquelon|saint-pierre en miquelon|saint-pierre i miquelon|saint-pierre-et-miquelon|san pedro y miquelon|sao pedro e miquelao|st. pierre & miquelon|st. pierre und miquelon
pn|gzejjer pitcairn|iles pitcairn|ilhas pitcairn|islas pitcairn|isole pitcairn|pitcairn|pitcairn islands|pitcairneilanden|pitcairninseln|pitcairnoarna
pr|porto rico|portorico|portoryko|puerto rico
ps|de palæstinensiske omrader|it-territorji palestinjani|palastinensische autonomiegebiete|palestijnse gebieden|palestinian territories|palestinska territorierna|territoires palestiniens|territori palestinesi|territorios palestinos|terytoria palestynskie
pt|il-portugall|portogallo|portugal|portugalia
pw|palaos|palau
py|il-paragwaj|paraguai|paraguay|paragwaj
qa|catar|il-qatar|katar|qatar
re|la reunion|reuniao|reunion|riunione
ro|ir-rumanija|roemenie|romania|romenia|roumanie|rumania|rumanien|rumunia|rumænien
rs|is-serbja|serbia|serbie|serbien|servia|servie
ru|ir-russja|rosja|rusia|rusland|russia|russie|russland|ryssland
rw|ir-rwanda|ruanda|rwanda
sa|arabia saudi|arabia saudita|arabia saudyjska|arabie saoudite|l-arabja sawdija|saoedi-arabie|saudi arabia|saudi-arabien|saudiarabien
sb|il-gzejjer solomon|iles salomon|ilhas salomao|islas salomon|isole salomone|salomonen|salomonoarna|salomonoerne|salomonseilanden|solomon islands|wyspy salomona
sc|is-seychelles|seicheles|seszele|seychellen|seychellerna|seychellerne|seychelles
sd|is-sudan|soedan|soudan|sudan|sudao
se|l-izvezja|schweden|suecia|suede|sverige|svezia|sweden|szwecja|zweden
sg|singapore|singapour|singapur|singapura
sh|s:t helena|saint helena|sainte-helene|sant'elena|santa elena|santa helena|sint-helena|st. helena|wyspa swietej heleny
si|eslovenia|is-slovenja|slovenia|slovenie|slovenien|slowenia|slowenien
sj|spitsbergen en jan mayen|spitzbergen und jan mayen|svalbard & jan mayen|svalbard e jan mayen|svalbard et jan mayen|svalbard i jan mayen|svalbard och jan mayen|svalbard og jan mayen|svalbard u jan mayen|svalbard y jan mayen
sk|eslovaquia|is-slovakkja|slovacchia|slovakia|slovakien|slovakiet|slovaquie|slowacja|slowakei|slowakije
sl|serra leoa|sierra leona|sierra leone
sm|saint-marin|san marino
sn|is-senegal|senegal
so|is-somalja|somalia|somalie
sr|is-suriname|surinam|suriname
ss|is-sudan t'isfel|soudan du sud|south sudan|sud sudan|sudan del sur|sudan poludniowy|sudao do sul|sudsudan|sydsudan|zuid-soedan
st|santo tome y principe|sao tome & principe|sao tome e principe|sao tome en principe|sao tome och principe|sao tome og principe|sao tome u principe|sao tome und principe|sao tome-et-principe|wyspy swietego tomasza i ksiazeca
sv|el salvador|salvador|salwador
sx|saint-martin (partie neerlandaise)|sint maarten|sint-maarten
sy|is-sirja|siria|syria|syrie|syrien
sz|essuatini|esuatini|eswatini|l-eswatini
ta|tristan da cunha|tristan de acuna|tristao da cunha
tc|il-gzejjer turks u caicos|iles turques-et-caiques|ilhas turcas e caicos|islas turcas y caicos|isole turks e caicos|turks & caicos islands|turks i caicos|turks- en caicoseilanden|turks- och caicosoarna|turks- og caicosoerne|turks- und caicosinseln
td|chad|chade|ciad|czad|ic-chad|tchad|tschad|tsjaad
tf|de franske besiddelser i det sydlige indiske ocean og antarktis|francuskie terytoria poludniowe i antarktyczne|franse gebieden in de zuidelijke indische oceaan|franska sydterritorierna|franzosische sud- und antarktisgebiete|french southern territories|it-territorji francizi tan-nofsinhar|terre australi francesi|terres australes francaises|territorios australes franceses|territorios franceses do sul
tg|it-togo|togo
th|it-tajlandja|tailandia|tajlandia|thailand|thailande|thailandia
tj|it-tagikistan|tadjikistan|tadjiquistao|tadschikistan|tadsjikistan|tadzjikistan|tadzykistan|tagikistan|tajikistan|tayikistan
tk|it-tokelau|tokelau|tokelauoarna
tl|oost-timor|osttimor|timor est|timor leste|timor oriental|timor wschodni|timor-leste
tm|it-turkmenistan|turcomenistao|turkmenistan
tn|it-tunezija|tunesie|tunesien|tunez|tunezja|tunisia|tunisie|tunisien
to|tonga
tr|it-turkija|turchia|turcja|turkei|turkiet|turkije|turkiye|turquia|turquie|tyrkiet
tt|trinidad & tobago|trinidad e tobago|trinidad en tobago|trinidad och tobago|trinidad og tobago|trinidad u tobago|trinidad und tobago|trinidad y tobago|trinite-et-tobago|trynidad i tobago
tv|tuvalu
tw|it-tajwan|taiwan|tajwan
tz|it-tanzanija|tansania|tanzania|tanzanie
ua|l-ukrajna|oekraine|ucraina|ucrania|ukraina|ukraine
ug|l-uganda|oeganda|ouganda|uganda
um|amerikanische uberseeinseln|amerikanske oversoiske oer|dalekie wyspy mniejsze stanow zjednoczonych|il-gzejjer minuri mbieghda tal-istati uniti|iles mineures eloignees des etats-unis|ilhas menores distantes dos eua|islas menores alejadas de ee. uu.|isole minori esterne degli stati uniti|kleine afgelegen eilanden van de verenigde staten|u.s. outlying islands|usa:s yttre oar
us|estados unidos|etats-unis|l-istati uniti|stany zjednoczone|stati uniti|united states|usa|vereinigte staaten|verenigde staten
uy|l-urugwaj|uruguai|uruguay|urugwaj
uz|l-uzbekistan|oezbekistan|ouzbekistan|usbekistan|uzbekistan|uzbequistao
va|cidade do vaticano|citta del vaticano|ciudad del vaticano|etat de la cite du vatican|l-istat tal-belt tal-vatikan|vaticaanstad|vatican city|vatikanstadt|vatikanstaten|watykan
vc|s:t vincent och grenadinerna|saint vincent e grenadine|saint vincent en de grenadines|saint vincent i grenadyny|saint vincent og grenadinerne|saint vincent u l-grenadini|saint-vincent-et-les grenadines|san vicente y las granadinas|sao vicente e granadinas|st. vincent & grenadines|st. vincent und die grenadinen
ve|il-venezwela|venezuela|wenezuela
vg|britische jungferninseln|british virgin islands|britse maagdeneilanden|brittiska jungfruoarna|brytyjskie wyspy dziewicze|de britiske jomfruoer|il-gzejjer vergni brittanici|iles vierges britanniques|ilhas virgens britanicas|islas virgenes britanicas|isole vergini britanniche
vi|amerikaanse maagdeneilanden|amerikanische jungferninseln|amerikanska jungfruoarna|de amerikanske jomfruoer|il-gzejjer vergni tal-istati uniti|iles vierges des etats-unis|ilhas virgens americanas|islas virgenes de ee. uu.|isole vergini americane|u.s. virgin islands|wyspy dziewicze stanow zjednoczonych
vn|il-vjetnam|viet nam|vietna|vietnam|wietnam
vu|vanuatu
wf|wallis & futuna|wallis e futuna|wallis en futuna|wallis i futuna|wallis og futuna|wallis u futuna|wallis und futuna|wallis y futuna|wallis- och futunaoarna|wallis-et-futuna
ws|samoa
ye|iemen|il-jemen|jemen|yemen
yt|majotta|mayotte
za|africa do sul|afrique du sud|l-afrika t'isfel|republika poludniowej afryki|south africa|sudafrica|sudafrika|sydafrika|zuid-afrika
zm|iz-zambja|sambia|zambia|zambie
zw|iz-zimbabwe|simbabwe|zimbabue|zimbabwe$names$, E'\n') as line
 cross join regexp_split_to_table(line, '\|') as part (name);
