/** How a cell of a field is read. `tax` stays text: the database knows the company's rates. */
export type FieldType =
  | 'text'
  | 'amount'
  | 'price'
  | 'quantity'
  | 'length'
  | 'tax'
  | 'unit'
  | 'form'
  | 'whole'
  | 'day'
  | 'country'
  | 'email'

export type BookField = {
  /** `{Tax}` is what the company calls its tax. */
  label: string
  type: FieldType
  required?: boolean
  /** The names of such a column in other programs, folded and parted by `|`. */
  headings: string
}

/** A kind of former books: what its rows are called, what a column may hold, and what can be checked afterwards. */
export type BookKind = {
  title: string
  one: string
  many: string
  /** What is in it and what becomes of it, as sentences. */
  about: string
  /** The fields by their names in the database. */
  fields: Readonly<Record<string, BookField>>
  /** The control sums besides the number of rows. */
  sums: readonly { name: string; label: string }[]
  /** Stock and balances are those of the evening of a day. */
  hasDay: boolean
  /** Rows of one number are one paper: they are sent together. */
  isGrouped?: boolean
  /** Where its records are found. */
  list: '/services' | '/inventory' | '/contacts' | '/invoices' | '/supplier-invoices' | '/statements'
}

const name =
  'name|item|item name|product|product name|service|title|bezeichnung|artikel|designation|denominazione|nombre|nome|naam|nazwa|artikelname|artikelbezeichnung|leistung|produkt|produktname|libelle|nom|produit|article|articolo|prodotto|descrizione articolo|articulo|producto|servicio|artigo|produto|servico|artikelnaam|dienst|produkt nazwa|towar|usluga|isem|prodott|servizz'
const group =
  'category|group|product type|type|department|kategorie|warengruppe|categorie|categoria|categoria de producto|gruppe|artikelgruppe|produktgruppe|art|famille|groupe|gruppo|famiglia|grupo|familia|categoria articolo|groep|artikelgroep|kategoria|grupa|kategorija|grupp'
const tax =
  'tax|tax rate|vat|vat rate|vat code|tax code|sales tax|tax type|taxtype|taxable|mwst|ust|tva|iva|btw|ust satz|mwst satz|steuersatz|umsatzsteuer|umsatzsteuersatz|steuer|taux tva|taux de tva|aliquota|aliquota iva|tipo iva|tipo de iva|taxa iva|taxa de iva|btw tarief|btw percentage|stawka vat|vat stawka|rata tal vat'
const unit =
  'unit|unit of measure|uom|units|einheit|unite|unita|unidad|unidade|eenheid|jednostka|pricing unit|mengeneinheit|me|einh|unite de mesure|unite de vente|unita di misura|um|unidad de medida|unidade de medida|maateenheid|jm|j m|jednostka miary|unita tal kejl'

export const service: BookKind = {
  title: 'Price list and services',
  one: 'service',
  many: 'services',
  about: 'Names with their unit, price, least charge, {tax} rate and group. Each row becomes a service.',
  list: '/services',
  hasDay: false,
  sums: [],
  fields: {
    name: { label: 'Name', type: 'text', required: true, headings: `${name}|description short` },
    category: { label: 'Group', type: 'text', headings: group },
    unit: { label: 'Unit', type: 'unit', headings: unit },
    base_price: {
      label: 'Price',
      type: 'price',
      headings:
        'price|unit price|sell price|sales price|base price|retail price|rate|default price|salesunitprice|sales description price|verkaufspreis|preis|prix|prezzo|precio|preco|prijs|cena|einzelpreis|ep|vk|vk preis|vk netto|nettopreis|stuckpreis|prix unitaire|prix de vente|prix ht|pu ht|prezzo unitario|prezzo di vendita|precio unitario|precio de venta|pvp|preco unitario|preco de venda|eenheidsprijs|verkoopprijs|cena jednostkowa|cena netto|cena sprzedazy|prezz',
    },
    min_charge: {
      label: 'Least charge',
      type: 'amount',
      headings:
        'minimum|minimum charge|min charge|minimum price|min price|least charge|mindestpreis|minimo|mindestbetrag|mindestberechnung|prix minimum|minimum de facturation|prezzo minimo|importo minimo|precio minimo|preco minimo|minimumprijs|cena minimalna|prezz minimu',
    },
    tax: { label: '{Tax} rate', type: 'tax', headings: `${tax}|salestaxrate` },
    summary: {
      label: 'Description',
      type: 'text',
      headings:
        'description|details|sales description|salesdescription|notes|beschreibung|descrizione|descripcion|descricao|omschrijving|opis|langtext|kurztext|text|remarques|note|notas|opmerking|uwagi|deskrizzjoni',
    },
  },
}

export const material: BookKind = {
  title: 'Materials with stock',
  one: 'material',
  many: 'materials',
  about:
    'Sheets, rolls and pieces with sizes, prices and costs, and what is in stock at a day. Import the suppliers first.',
  list: '/inventory',
  hasDay: true,
  sums: [{ name: 'stock_value', label: 'Value of the stock' }],
  fields: {
    sku: {
      label: 'Number',
      type: 'text',
      required: true,
      headings:
        'sku|number|item number|item code|itemcode|code|part number|artikelnummer|reference|ref|codice|codigo|referencia|artikelcode|kod|artikelnr|artikel nr|art nr|nummer|numero|no article|numero d article|reference article|codice articolo|cod articolo|codigo articulo|ref articulo|codigo artigo|artikelnummer leverancier|numer|numer artykulu|indeks|symbol|kodici|numru',
    },
    name: {
      label: 'Name',
      type: 'text',
      required: true,
      headings: `${name}|itemname|material|material name|description|beschreibung`,
    },
    form: {
      label: 'Form',
      type: 'form',
      headings:
        'form|kind|material form|format|art|materialart|materialform|lieferform|forme|type de materiau|forma|tipo|tipo di materiale|tipo de material|vorm|soort|rodzaj|postac|ghamla',
    },
    width_mm: {
      label: 'Width',
      type: 'length',
      headings:
        'width|width mm|breite|largeur|larghezza|ancho|largura|breedte|szerokosc|breite mm|breite in mm|rollenbreite|largeur mm|laize|larghezza mm|ancho mm|anchura|largura mm|breedte mm|szerokosc mm|wisa',
    },
    length_mm: {
      label: 'Length or height',
      type: 'length',
      headings:
        'length|length mm|height|lange|laenge|hohe|longueur|hauteur|lunghezza|altezza|largo|comprimento|lengte|dlugosc|lange mm|laenge mm|hohe mm|hoehe|rollenlange|longueur mm|hauteur mm|lunghezza mm|altezza mm|largo mm|longitud|alto|altura|comprimento mm|lengte mm|hoogte|dlugosc mm|wysokosc|tul|gholi',
    },
    thickness_mm: {
      label: 'Thickness',
      type: 'length',
      headings:
        'thickness|thickness mm|dicke|starke|epaisseur|spessore|grosor|espessura|dikte|grubosc|starke mm|staerke|dicke mm|materialstarke|epaisseur mm|spessore mm|grosor mm|espessura mm|dikte mm|grubosc mm|hxuna',
    },
    buy_unit: {
      label: 'Unit of buying',
      type: 'unit',
      headings: 'buy unit|buying unit|purchase unit|buying units|einkaufseinheit|bestelleinheit',
    },
    sell_unit: {
      label: 'Unit of selling',
      type: 'unit',
      headings: 'sell unit|selling unit|sell units|selling units|verkaufseinheit',
    },
    qty_unit: {
      label: 'Unit of the stock',
      type: 'unit',
      headings: `unit of the stock|stock unit|stock uom|inventory unit|lagereinheit|bestandseinheit|${unit}`,
    },
    sell_per_buy: {
      label: 'Selling units in a buying unit',
      type: 'quantity',
      headings: 'sell per buy|units per pack|pack size|per package',
    },
    cost_price: {
      label: 'Cost of a buying unit',
      type: 'price',
      headings:
        'cost|cost price|unit cost|purchase price|buying cost|purchasesunitprice|purchase cost|einkaufspreis|einstandspreis|prix d achat|costo|coste|custo|inkoopprijs|ek|ek preis|ek netto|prix d achat ht|prix achat|costo unitario|prezzo di acquisto|prezzo acquisto|precio de compra|coste unitario|preco de compra|preco de custo|kostprijs|inkoop|cena zakupu|koszt|prezz tax xiri',
    },
    sell_price: {
      label: 'Price of a selling unit',
      type: 'price',
      headings:
        'price|sell price|sales price|selling price|unit price|salesunitprice|verkaufspreis|prix de vente|prezzo|precio|preco|verkoopprijs|cena|vk|vk preis|vk netto|einzelpreis|prix unitaire|prix|prezzo di vendita|precio de venta|preco de venda|prijs|cena sprzedazy|prezz',
    },
    qty: {
      label: 'Stock',
      type: 'quantity',
      headings:
        'stock|quantity|qty|on hand|quantity on hand|qty on hand|in stock|bestand|lagerbestand|stock actuel|giacenza|existencias|voorraad|stan|menge|stuckzahl|anzahl|lagermenge|quantite|stock disponible|quantita|disponibilita|cantidad|stock actual|quantidade|estoque|aantal|ilosc|stan magazynowy|kwantita|stokk',
    },
    value: {
      label: 'Value of the stock',
      type: 'amount',
      headings:
        'value|stock value|inventory value|asset value|total value|lagerwert|bestandswert|valore|valor|waarde|wartosc|wert|valeur|valeur du stock|valore magazzino|valor del stock|valor do stock|voorraadwaarde|wartosc zapasu|valur',
    },
    supplier: {
      label: 'Supplier',
      type: 'text',
      headings:
        'supplier|vendor|preferred vendor|vendor name|lieferant|fournisseur|fornitore|proveedor|fornecedor|leverancier|dostawca|hersteller lieferant|lieferantenname|hauptlieferant|fournisseur principal|fornitore principale|fornitur',
    },
    supplier_sku: {
      label: 'Number of the supplier',
      type: 'text',
      headings:
        'supplier sku|supplier number|vendor sku|vendor code|vendor part number|manufacturer part number|mpn|lieferantennummer|lieferantenartikelnummer|lieferanten artikelnummer|bestellnummer|herstellernummer|ref fournisseur|reference fournisseur|codice fornitore|ref proveedor|codigo proveedor|codigo fornecedor|artikelnummer leverancier|kod dostawcy|kodici tal fornitur',
    },
    bin: {
      label: 'Place',
      type: 'text',
      headings:
        'bin|location|shelf|place|lagerplatz|emplacement|ubicazione|ubicacion|lagerort|lager|regal|fach|emplacement stock|magasin|magazzino|scaffale|almacen|localizacao|armazem|locatie|magazijn|lokalizacja|magazyn|post',
    },
    min_qty: {
      label: 'Least stock',
      type: 'quantity',
      headings:
        'minimum|min|min qty|least stock|reorder point|reorder level|mindestbestand|stock minimum|scorta minima|mindestmenge|meldebestand|stock mini|seuil d alerte|scorta di sicurezza|stock minimo|minimumvoorraad|stan minimalny|stokk minimu',
    },
    reorder_qty: {
      label: 'Order at once',
      type: 'quantity',
      headings:
        'reorder qty|reorder quantity|order quantity|bestellmenge|bestellvorschlag|nachbestellmenge|quantite de commande|quantita di riordino|cantidad de pedido|quantidade de encomenda|bestelhoeveelheid|ilosc zamowienia',
    },
    tax: { label: '{Tax} rate', type: 'tax', headings: tax },
  },
}

export const supplier: BookKind = {
  title: 'Suppliers',
  one: 'supplier',
  many: 'suppliers',
  about: 'Businesses that you buy from. Clients, and people with their businesses, have an import of their own.',
  list: '/contacts',
  hasDay: false,
  sums: [],
  fields: {
    company: {
      label: 'Name',
      type: 'text',
      required: true,
      headings:
        'name|company|company name|supplier|supplier name|vendor|vendor name|business|contactname|contact name|display name|lieferant|fournisseur|fornitore|proveedor|fornecedor|leverancier|dostawca|firma|firmenname|unternehmen|firmenbezeichnung|societe|raison sociale|entreprise|nom|azienda|ragione sociale|denominazione|razon social|empresa|nombre|denominacao|nome|bedrijf|bedrijfsnaam|naam|nazwa|nazwa firmy|kumpanija|fornitur|isem',
    },
    email: {
      label: 'Email',
      type: 'email',
      headings:
        'email|e mail|email address|emailaddress|mail|main email|correo|e mail adresse|mailadresse|courriel|adresse e mail|adresse mail|indirizzo email|posta elettronica|correo electronico|correio eletronico|e mailadres|adres e mail|posta elettronika',
    },
    phone: {
      label: 'Phone',
      type: 'text',
      headings:
        'phone|telephone|phone number|main phone|tel|telefon|telefono|telefone|telefoon|telefonnummer|rufnummer|telefone fixo|numero de telephone|telephone fixe|numero di telefono|telefoonnummer|numer telefonu',
    },
    mobile: {
      label: 'Mobile',
      type: 'text',
      headings:
        'mobile|mobile phone|cell|handy|gsm|mobil|mobilnummer|mobiltelefon|handynummer|portable|telephone portable|cellulare|movil|telefono movil|telemovel|celular|mobiel|mobiel nummer|komorka|telefon komorkowy|mowbajl',
    },
    vat_number: {
      label: '{Tax} number',
      type: 'text',
      headings:
        'vat number|tax number|tax id|vat no|taxnumber|ust id|ustid|partita iva|nif|vat reg no|btw nummer|nip|ust idnr|ust id nr|ustidnr|umsatzsteuer id|umsatzsteueridentifikationsnummer|steuernummer|vat id|vat id no|uid|uid nummer|numero tva|n tva|numero de tva|tva intracommunautaire|p iva|piva|codice fiscale|cif|nif cif|numero de iva|contribuinte|numero de contribuinte|btw nr|btw identificatienummer|numer nip|numru tal vat',
    },
    address_line: {
      label: 'Address',
      type: 'text',
      headings:
        'address|street|address line 1|billing street|billing address|poaddressline1|strasse|adresse|indirizzo|direccion|morada|adres|strasse hausnummer|strasse und hausnummer|strasse nr|anschrift|rue|adresse postale|via|calle|domicilio|rua|endereco|straat|adres ulica|ulica|triq|indirizz',
    },
    city: {
      label: 'Town',
      type: 'text',
      headings:
        'city|town|billing city|pocity|ort|stadt|ville|citta|ciudad|cidade|plaats|miasto|wohnort|localite|commune|comune|localita|poblacion|localidad|localidade|woonplaats|stad|miejscowosc|belt|lokalita',
    },
    postcode: {
      label: 'Postcode',
      type: 'text',
      headings:
        'postcode|postal code|zip|zip code|billing zip|popostalcode|plz|cap|codigo postal|postleitzahl|code postal|codice postale|cp|postcode plz|kod pocztowy|kodici postali',
    },
    country: {
      label: 'Country',
      type: 'country',
      headings: 'country|billing country|pocountry|land|pays|paese|pais|kraj|staat|pajjiz',
    },
    payment_terms_days: {
      label: 'Payment terms (days)',
      type: 'whole',
      headings:
        'payment terms|terms|payment terms days|net days|zahlungsziel|zahlungsziel tage|zahlungsfrist|zahlungsbedingungen|zahlungsbedingung|delai de paiement|conditions de paiement|termini di pagamento|giorni di pagamento|plazo de pago|condiciones de pago|dias de pago|prazo de pagamento|condicoes de pagamento|betalingstermijn|betaaltermijn|termin platnosci|termin platnosci dni|terminu tal hlas',
    },
  },
}

const papers = (party: string, partyHeadings: string): BookKind['fields'] => ({
  number: {
    label: 'Number',
    type: 'text',
    required: true,
    headings:
      'number|no|num|invoice number|invoicenumber|invoice no|invoice|bill number|bill no|document number|doc number|id|visual id|job number|reference|rechnungsnummer|belegnummer|numero|numero de facture|numero fattura|numero de factura|numero da fatura|factuurnummer|numer faktury|rechnungsnr|rechnung nr|re nr|belegnr|beleg nr|nr|facture|n facture|numero facture|fattura|n fattura|numero documento|factura|n factura|no factura|n o factura|fatura|n fatura|no fatura|n o fatura|factuur|factuurnr|faktura|nr faktury|fattura numru|numru',
  },
  issued: {
    label: 'Date',
    type: 'day',
    required: true,
    headings:
      'date|invoice date|invoicedate|issue date|issued|bill date|transaction date|created|created at|datum|rechnungsdatum|belegdatum|date de facture|data|data fattura|fecha|factuurdatum|data wystawienia|ausstellungsdatum|rechnung vom|date facture|date d emission|data emissione|data documento|fecha factura|fecha de factura|fecha de emision|data da fatura|data de emissao|datum factuur|data faktury',
  },
  due: {
    label: 'Due',
    type: 'day',
    headings:
      'due|due date|duedate|payment due date|payment due|fallig|falligkeit|faelligkeit|falligkeitsdatum|echeance|date d echeance|scadenza|vencimiento|vencimento|vervaldatum|termin platnosci|fallig am|faellig am|fallig bis|falligkeitstag|zahlbar bis|date echeance|date d echeance de paiement|data scadenza|scadenza pagamento|fecha de vencimiento|fecha vencimiento|data de vencimento|data vencimento|vervalt op|uiterste betaaldatum|termin zaplaty|data platnosci|data tal ghluq',
  },
  party: { label: party, type: 'text', required: true, headings: partyHeadings },
  email: {
    label: `E-mail of the ${party.toLowerCase()}, where two have one name`,
    type: 'text',
    headings: 'email|e mail|emailaddress|email address|customer email',
  },
  title: {
    label: 'Title',
    type: 'text',
    headings:
      'title|description|memo|subject|project|nickname|job name|betreff|objet|oggetto|asunto|assunto|bezeichnung|beschreibung|projekt|titel|libelle|projet|descrizione|progetto|concepto|descripcion|proyecto|descricao|projeto|omschrijving|onderwerp|project naam|opis|tytul|projekt nazwa|titlu',
  },
  net: {
    label: 'Net',
    type: 'amount',
    headings:
      'net|net amount|subtotal|sub total|amount before tax|netto|nettobetrag|ht|montant ht|imponibile|base imponible|base|valor liquido|nettosumme|summe netto|netto eur|zwischensumme|total ht|hors taxe|hors taxes|totale netto|imponibile totale|base imponibile|importe neto|neto|subtotal neto|valor sem iva|total sem iva|netto bedrag|bedrag excl btw|excl btw|wartosc netto|kwota netto|razem netto|nett',
  },
  vat: {
    label: '{Tax}',
    type: 'amount',
    headings:
      'tax amount|taxamount|tax total|taxtotal|vat amount|vat|tax 1 amount|sales tax|steuer|mwst betrag|montant tva|tva|importo iva|iva|cuota iva|btw bedrag|kwota vat|ust|ust betrag|umsatzsteuer|mehrwertsteuer|mwst|steuerbetrag|total tva|montant de la tva|imposta|totale iva|importo dell iva|cuota de iva|importe iva|valor iva|valor do iva|btw|kwota podatku|podatek|podatek vat',
  },
  gross: {
    label: 'Total',
    type: 'amount',
    headings:
      'total|amount|gross|gross amount|total amount|invoice total|invoiceamount|total gross amount|brutto|bruttobetrag|gesamtbetrag|ttc|montant ttc|totale|importe|importe total|valor total|bedrag|totaal|kwota brutto|bruttosumme|summe|gesamt|gesamtsumme|endbetrag|rechnungsbetrag|betrag|total ttc|montant|montant total|importo|importo totale|totale fattura|totale documento|total factura|total con iva|total com iva|total da fatura|valor|totaalbedrag|bedrag incl btw|incl btw|wartosc brutto|razem|razem brutto|do zaplaty razem|ammont|totali',
  },
  tax: {
    label: '{Tax} rate',
    type: 'tax',
    headings:
      'tax rate|vat rate|taxtype|tax type|tax code|tax 1 rate|steuersatz|mwst satz|taux tva|aliquota|tipo iva|taxa iva|btw tarief|stawka vat|ust satz|ust prozent|umsatzsteuersatz|taux de tva|aliquota iva|tipo de iva|taxa de iva|btw percentage|stawka|rata tal vat',
  },
  paid: {
    label: 'Paid so far',
    type: 'amount',
    headings:
      'paid|amount paid|paid amount|invoiceamountpaid|payments|paymentsmadeamount|bezahlt|paye|pagato|pagado|pago|betaald|zaplacono|gezahlt|bereits bezahlt|zahlungen|regle|deja paye|paiements|incassato|gia pagato|pagamenti|cobrado|ya pagado|pagos|ja pago|pagamentos|reeds betaald|zaplata|imhallas',
  },
  open: {
    label: 'Still open',
    type: 'amount',
    headings:
      'open|open balance|open amount|balance|balance due|amount due|amount outstanding|invoiceamountdue|outstanding|outstandingamount|outstanding balance|currentbalance|offen|offener betrag|restant du|da pagare|pendiente|em aberto|saldo|openstaand|do zaplaty|offen eur|offener rest|restbetrag|offene posten|saldo offen|reste a payer|solde|reste du|residuo|da incassare|saldo pendiente|importe pendiente|saldo em aberto|por pagar|openstaand bedrag|nog te betalen|pozostalo do zaplaty|nierozliczone|bilanc|ghadu dovut',
  },
  currency: {
    label: 'Currency',
    type: 'text',
    headings: 'currency|currency code|wahrung|devise|valuta|moneda|moeda|waluta',
  },
})
const paperSums = [
  { name: 'total', label: 'Total of the papers' },
  { name: 'total_open', label: 'Still open' },
]
const clients =
  'client|client name|customer|customer name|customer company|contactname|contact name|contact|company|company name|bill to|kunde|kundenname|debitor|cliente|nome cliente|klant|klient|nabywca|kunde name|kundenfirma|auftraggeber|rechnungsempfanger|empfanger|nom du client|nom client|denominazione cliente|ragione sociale|nombre del cliente|nombre cliente|nome do cliente|klantnaam|naam klant|nazwa klienta|kontrahent|klijent'

export const invoice: BookKind = {
  title: 'Open invoices',
  one: 'invoice',
  many: 'invoices',
  about:
    'What clients owe at a day: the invoices keep their number, dates and {tax}, can be paid and stand on statements, and are no turnover of this company. Rows of one number are its parts by {tax} rate.',
  list: '/invoices',
  hasDay: true,
  isGrouped: true,
  sums: paperSums,
  fields: papers('Client', clients),
}

export const credit: BookKind = {
  title: 'Deposits and credits of clients',
  one: 'credit',
  many: 'credits',
  about: 'What clients paid ahead, or have to their credit, at a day. It can be used for their invoices.',
  list: '/statements',
  hasDay: true,
  sums: [{ name: 'total', label: 'Total of the credits' }],
  fields: {
    party: { label: 'Client', type: 'text', required: true, headings: clients },
    email: {
      label: 'E-mail of the client, where two have one name',
      type: 'text',
      headings: 'email|e mail|emailaddress|email address|customer email',
    },
    amount: {
      label: 'Amount',
      type: 'amount',
      required: true,
      headings:
        'amount|credit|credit balance|balance|open balance|deposit|prepayment|unapplied|unapplied amount|available credit|betrag|guthaben|anzahlung|montant|acompte|avoir|importo|acconto|importe|anticipo|valor|adiantamento|bedrag|kwota',
    },
    title: {
      label: 'Words',
      type: 'text',
      headings:
        'description|memo|reference|note|text|beschreibung|libelle|descrizione|descripcion|descricao|omschrijving',
    },
  },
}

export const bill: BookKind = {
  title: 'Open bills of suppliers',
  one: 'bill',
  many: 'bills',
  about:
    'What you owe suppliers at a day: the bills are approved and can be paid, and are no cost and no {tax} of this company. Import the suppliers first.',
  list: '/supplier-invoices',
  hasDay: true,
  isGrouped: true,
  sums: paperSums,
  fields: papers(
    'Supplier',
    'supplier|supplier name|vendor|vendor name|contactname|contact name|company|company name|lieferant|kreditor|fournisseur|fornitore|proveedor|fornecedor|leverancier|dostawca|lieferantenname|nom du fournisseur|ragione sociale|nombre del proveedor|nome do fornecedor|naam leverancier|nazwa dostawcy|sprzedawca|fornitur',
  ),
}

export const bookKinds = { supplier, service, material, invoice, credit, bill } as const
export type BookKindName = keyof typeof bookKinds
export const isBookKind = (name: string | null): name is BookKindName => name !== null && Object.hasOwn(bookKinds, name)
