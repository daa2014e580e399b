import { withTax } from '@/shared/domain/text/formats'
import { contactFieldLabels, type ContactField } from '@/shared/domain/people/contact'
import { foldHeading, guessedColumns, meanings } from '@/kit/import/headings'

/** The possible meanings of a file's column. */
export type ImportField = ContactField | 'kind' | 'full_name' | 'contact_person' | 'on_stop' | 'note'

export const importFieldLabels: Record<ImportField, string> = {
  kind: 'Person or business',
  full_name: 'Whole name',
  ...contactFieldLabels,
  company: 'Company or business name',
  contact_person: 'Contact person of a business',
  on_stop: 'On stop (yes or no)',
  note: 'Note',
}

/** The usual headers of such columns in other programs, folded by `fold`. */
const headings: Record<ImportField, string> = {
  kind: 'kind|type|person or business|record type|contact kind|art|kundenart|privat oder firma|type de client|tipo cliente|tipo di cliente|tipo de cliente|soort klant|rodzaj|tip',
  full_name:
    'name|full name|whole name|display name|contact|contact name|customer|customer name|client|client name|ganzer name|vollstandiger name|kunde|kundenname|nom complet|nom du client|client nom|nome completo|nome cliente|cliente|nombre completo|nombre del cliente|nome do cliente|klant|klantnaam|volledige naam|naam|klient|nazwa klienta|imie i nazwisko|isem shih|klijent',
  name: 'first name|firstname|given name|forename|christian name|vorname|nome|prenom|nombre|rufname|prenom du contact|primo nome|primeiro nome|voornaam|imie|isem',
  last_name:
    'last name|lastname|surname|family name|second name|nachname|cognome|nom|apellidos|familienname|zuname|nom de famille|cognomi|apellido|primer apellido|apelido|sobrenome|achternaam|nazwisko|kunjom',
  company:
    'company|company name|business|business name|organisation|organization|organization name|organization 1 name|firm|firma|azienda|societe|empresa|trading name|legal name|company or business name|firmenname|unternehmen|firmenbezeichnung|raison sociale|entreprise|nom de la societe|ragione sociale|denominazione|societa|razon social|nombre de la empresa|denominacao|nome da empresa|bedrijf|bedrijfsnaam|nazwa firmy|nazwa|kumpanija',
  contact_person:
    'contact person|contact person name|primary contact|main contact|attention|attn|ansprechpartner|persona di contatto|contacto|kontaktperson|kontakt|ansprechperson|personne de contact|interlocuteur|referente|contatto|persona de contacto|pessoa de contacto|pessoa de contato|contactpersoon|osoba kontaktowa|persuna ta kuntatt',
  email:
    'e mail|email|mail|e mail address|email address|e mail 1 value|email 1 value|primary email|correo|e mail adresse|mailadresse|courriel|adresse e mail|adresse mail|indirizzo email|posta elettronica|correo electronico|correio eletronico|e mailadres|adres e mail|posta elettronika',
  phone:
    'phone|telephone|tel|phone number|telephone number|tel no|business phone|work phone|phone 1 value|landline|office phone|telefon|telefono|primary phone|telefonnummer|rufnummer|festnetz|numero de telephone|telephone fixe|numero di telefono|telefono fijo|telefone|telefone fixo|telefoon|telefoonnummer|numer telefonu|telefown',
  mobile:
    'mobile|mobile phone|mobile number|cell|cell phone|cellphone|gsm|mob|phone 2 value|handy|mobil|mobilnummer|mobiltelefon|handynummer|portable|telephone portable|cellulare|movil|telefono movil|telemovel|celular|mobiel|mobiel nummer|komorka|telefon komorkowy|mowbajl',
  vat_number:
    'vat number|vat|vat no|vat reg no|vat registration number|vat id|tax number|tax id|ust id|ustid|partita iva|nif|ust idnr|ust id nr|ustidnr|umsatzsteuer id|umsatzsteueridentifikationsnummer|steuernummer|uid|uid nummer|numero tva|n tva|numero de tva|tva intracommunautaire|p iva|piva|codice fiscale|cif|nif cif|numero de iva|contribuinte|numero de contribuinte|btw nummer|btw nr|nip|numer nip|numru tal vat',
  address_line:
    'address|address line|address line 1|address 1|street|street address|business street|billing address|billing street|adresse|indirizzo|address 1 street|strasse|strasse hausnummer|strasse und hausnummer|strasse nr|anschrift|rue|adresse postale|via|calle|direccion|domicilio|rua|morada|endereco|straat|adres|ulica|triq|indirizz',
  city: 'town|city|locality|town city|business city|billing city|ort|citta|ville|address 1 city|stadt|wohnort|localite|commune|comune|localita|ciudad|poblacion|localidad|cidade|localidade|plaats|woonplaats|stad|miasto|miejscowosc|belt|lokalita',
  postcode:
    'postcode|post code|zip|zip code|postal code|business postal code|billing zip|plz|cap|address 1 postal code|postleitzahl|code postal|codice postale|codigo postal|cp|kod pocztowy|kodici postali',
  state:
    'state|province|state province|county|region|prefecture|business state|billing state|bundesland|provincia|estado|address 1 region|address 1 state|canton|regione|regiao|distrito|provincie|wojewodztwo',
  country:
    'country|nation|business country region|country region|billing country|land|paese|pays|address 1 country|staat|pais|kraj|pajjiz',
  payment_terms_days:
    'payment terms days|payment terms|terms|credit days|payment days|net days|zahlungsziel|zahlungsziel tage|zahlungsfrist|zahlungsbedingungen|delai de paiement|conditions de paiement|termini di pagamento|giorni di pagamento|plazo de pago|condiciones de pago|dias de pago|prazo de pagamento|condicoes de pagamento|betalingstermijn|betaaltermijn|termin platnosci|terminu tal hlas',
  contact_type_id:
    'contact type|category|group|customer type|client type|tags|kategorie|kundengruppe|gruppe|kontaktart|categorie|groupe|categoria|gruppo|grupo|categorie klant|klantgroep|kategoria|grupa|kategorija',
  account_manager_id:
    'account manager|manager|salesperson|sales rep|owner|assigned to|account owner|betreuer|sachbearbeiter|vertreter|kundenbetreuer|commercial|charge de compte|agente|commerciale|gestor|comercial|vendedor|accountmanager|verkoper|opiekun|handlowiec',
  on_stop:
    'on stop|stop|gesperrt|bloccato|bloque|bloqueado|on hold|hold|account on hold|blocked|account blocked|credit stop|liefersperre|gesperrt am|sperre|bloque oui non|bloccato si no|geblokkeerd|zablokowany|imblukkat',
  note: 'note|notes|comment|comments|remarks|description|memo|notiz|notizen|bemerkung|bemerkungen|anmerkung|kommentar|remarque|remarques|commentaire|nota|commento|osservazioni|notas|observaciones|comentario|observacoes|opmerking|opmerkingen|notitie|uwagi|uwaga|noti|kumment',
}

const fieldOf = meanings(headings)

export function isImportField(value: string): value is ImportField {
  return Object.hasOwn(headings, value)
}

/** Names and headings as they are compared. */
export const fold = foldHeading

/** What a header means; the number of the tax is also known by what the company calls its tax. */
const meaningOf = (heading: string): ImportField | null => {
  const folded = fold(heading)
  return fieldOf.get(folded) ?? (folded === fold(withTax('{Tax} number')) ? 'vat_number' : null)
}

/** The most likely meaning of each column by its header; no field twice. */
export const guessColumns = (header: readonly string[]): (ImportField | null)[] => guessedColumns(header, meaningOf)

/** Does the first row name the columns, or is it a contact already? */
export const isHeader = (cells: readonly string[]): boolean =>
  cells.filter((cell) => meaningOf(cell) !== null).length >= (cells.length > 2 ? 2 : 1) &&
  !cells.some((cell) => /\S@\S/.test(cell))
