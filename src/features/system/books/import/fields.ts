/** How a cell of a field is read. `tax` stays text: the database knows the company's rates. */
export type FieldType =
  'text' | 'amount' | 'price' | 'quantity' | 'length' | 'tax' | 'unit' | 'form' | 'whole' | 'day' | 'country' | 'email'

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
  'name|item|item name|product|product name|service|title|bezeichnung|artikel|designation|denominazione|nombre|nome|naam|nazwa'
const group =
  'category|group|product type|type|department|kategorie|warengruppe|categorie|categoria|categoria de producto'
const tax = 'tax|tax rate|vat|vat rate|vat code|tax code|sales tax|tax type|taxtype|taxable|mwst|ust|tva|iva|btw'
const unit = 'unit|unit of measure|uom|units|einheit|unite|unita|unidad|unidade|eenheid|jednostka|pricing unit'

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
        'price|unit price|sell price|sales price|base price|retail price|rate|default price|salesunitprice|sales description price|verkaufspreis|preis|prix|prezzo|precio|preco|prijs|cena',
    },
    min_charge: {
      label: 'Least charge',
      type: 'amount',
      headings: 'minimum|minimum charge|min charge|minimum price|min price|least charge|mindestpreis|minimo',
    },
    tax: { label: '{Tax} rate', type: 'tax', headings: `${tax}|salestaxrate` },
    summary: {
      label: 'Description',
      type: 'text',
      headings:
        'description|details|sales description|salesdescription|notes|beschreibung|descrizione|descripcion|descricao|omschrijving|opis',
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
        'sku|number|item number|item code|itemcode|code|part number|artikelnummer|reference|ref|codice|codigo|referencia|artikelcode|kod',
    },
    name: {
      label: 'Name',
      type: 'text',
      required: true,
      headings: `${name}|itemname|material|material name|description|beschreibung`,
    },
    form: { label: 'Sheet, roll, piece, liquid or length', type: 'form', headings: 'form|kind|material form|format' },
    width_mm: {
      label: 'Width',
      type: 'length',
      headings: 'width|width mm|breite|largeur|larghezza|ancho|largura|breedte|szerokosc',
    },
    length_mm: {
      label: 'Length or height',
      type: 'length',
      headings:
        'length|length mm|height|lange|laenge|hohe|longueur|hauteur|lunghezza|altezza|largo|comprimento|lengte|dlugosc',
    },
    thickness_mm: {
      label: 'Thickness',
      type: 'length',
      headings: 'thickness|thickness mm|dicke|starke|epaisseur|spessore|grosor|espessura|dikte|grubosc',
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
        'cost|cost price|unit cost|purchase price|buying cost|purchasesunitprice|purchase cost|einkaufspreis|einstandspreis|prix d achat|costo|coste|custo|inkoopprijs',
    },
    sell_price: {
      label: 'Price of a selling unit',
      type: 'price',
      headings:
        'price|sell price|sales price|selling price|unit price|salesunitprice|verkaufspreis|prix de vente|prezzo|precio|preco|verkoopprijs|cena',
    },
    qty: {
      label: 'Stock',
      type: 'quantity',
      headings:
        'stock|quantity|qty|on hand|quantity on hand|qty on hand|in stock|bestand|lagerbestand|stock actuel|giacenza|existencias|voorraad|stan',
    },
    value: {
      label: 'Value of the stock',
      type: 'amount',
      headings:
        'value|stock value|inventory value|asset value|total value|lagerwert|bestandswert|valore|valor|waarde|wartosc',
    },
    supplier: {
      label: 'Supplier',
      type: 'text',
      headings:
        'supplier|vendor|preferred vendor|vendor name|lieferant|fournisseur|fornitore|proveedor|fornecedor|leverancier|dostawca',
    },
    supplier_sku: {
      label: 'Number of the supplier',
      type: 'text',
      headings:
        'supplier sku|supplier number|vendor sku|vendor code|vendor part number|manufacturer part number|mpn|lieferantennummer',
    },
    bin: {
      label: 'Place',
      type: 'text',
      headings: 'bin|location|shelf|place|lagerplatz|emplacement|ubicazione|ubicacion',
    },
    min_qty: {
      label: 'Least stock',
      type: 'quantity',
      headings:
        'minimum|min|min qty|least stock|reorder point|reorder level|mindestbestand|stock minimum|scorta minima',
    },
    reorder_qty: {
      label: 'Order at once',
      type: 'quantity',
      headings: 'reorder qty|reorder quantity|order quantity|bestellmenge',
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
        'name|company|company name|supplier|supplier name|vendor|vendor name|business|contactname|contact name|display name|lieferant|fournisseur|fornitore|proveedor|fornecedor|leverancier|dostawca|firma',
    },
    email: {
      label: 'Email',
      type: 'email',
      headings: 'email|e mail|email address|emailaddress|mail|main email|correo',
    },
    phone: {
      label: 'Phone',
      type: 'text',
      headings: 'phone|telephone|phone number|main phone|tel|telefon|telefono|telefone|telefoon',
    },
    mobile: { label: 'Mobile', type: 'text', headings: 'mobile|mobile phone|cell|handy|gsm' },
    vat_number: {
      label: '{Tax} number',
      type: 'text',
      headings: 'vat number|tax number|tax id|vat no|taxnumber|ust id|ustid|partita iva|nif|vat reg no|btw nummer|nip',
    },
    address_line: {
      label: 'Address',
      type: 'text',
      headings:
        'address|street|address line 1|billing street|billing address|poaddressline1|strasse|adresse|indirizzo|direccion|morada|adres',
    },
    city: {
      label: 'Town',
      type: 'text',
      headings: 'city|town|billing city|pocity|ort|stadt|ville|citta|ciudad|cidade|plaats|miasto',
    },
    postcode: {
      label: 'Postcode',
      type: 'text',
      headings: 'postcode|postal code|zip|zip code|billing zip|popostalcode|plz|cap|codigo postal',
    },
    country: {
      label: 'Country',
      type: 'country',
      headings: 'country|billing country|pocountry|land|pays|paese|pais|kraj',
    },
    payment_terms_days: {
      label: 'Payment terms (days)',
      type: 'whole',
      headings: 'payment terms|terms|payment terms days|net days|zahlungsziel',
    },
  },
}

const papers = (party: string, partyHeadings: string): BookKind['fields'] => ({
  number: {
    label: 'Number',
    type: 'text',
    required: true,
    headings:
      'number|no|num|invoice number|invoicenumber|invoice no|invoice|bill number|bill no|document number|doc number|id|visual id|job number|reference|rechnungsnummer|belegnummer|numero|numero de facture|numero fattura|numero de factura|numero da fatura|factuurnummer|numer faktury',
  },
  issued: {
    label: 'Date',
    type: 'day',
    required: true,
    headings:
      'date|invoice date|invoicedate|issue date|issued|bill date|transaction date|created|created at|datum|rechnungsdatum|belegdatum|date de facture|data|data fattura|fecha|factuurdatum|data wystawienia',
  },
  due: {
    label: 'Due',
    type: 'day',
    headings:
      'due|due date|duedate|payment due date|payment due|fallig|falligkeit|faelligkeit|falligkeitsdatum|echeance|date d echeance|scadenza|vencimiento|vencimento|vervaldatum|termin platnosci',
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
    headings: 'title|description|memo|subject|project|nickname|job name|betreff|objet|oggetto|asunto|assunto',
  },
  net: {
    label: 'Net',
    type: 'amount',
    headings:
      'net|net amount|subtotal|sub total|amount before tax|netto|nettobetrag|ht|montant ht|imponibile|base imponible|base|valor liquido',
  },
  vat: {
    label: '{Tax}',
    type: 'amount',
    headings:
      'tax amount|taxamount|tax total|taxtotal|vat amount|vat|tax 1 amount|sales tax|steuer|mwst betrag|montant tva|tva|importo iva|iva|cuota iva|btw bedrag|kwota vat',
  },
  gross: {
    label: 'Total',
    type: 'amount',
    headings:
      'total|amount|gross|gross amount|total amount|invoice total|invoiceamount|total gross amount|brutto|bruttobetrag|gesamtbetrag|ttc|montant ttc|totale|importe|importe total|valor total|bedrag|totaal|kwota brutto',
  },
  tax: {
    label: '{Tax} rate',
    type: 'tax',
    headings:
      'tax rate|vat rate|taxtype|tax type|tax code|tax 1 rate|steuersatz|mwst satz|taux tva|aliquota|tipo iva|taxa iva|btw tarief|stawka vat',
  },
  paid: {
    label: 'Paid so far',
    type: 'amount',
    headings:
      'paid|amount paid|paid amount|invoiceamountpaid|payments|paymentsmadeamount|bezahlt|paye|pagato|pagado|pago|betaald|zaplacono',
  },
  open: {
    label: 'Still open',
    type: 'amount',
    headings:
      'open|open balance|open amount|balance|balance due|amount due|amount outstanding|invoiceamountdue|outstanding|outstandingamount|outstanding balance|currentbalance|offen|offener betrag|restant du|da pagare|pendiente|em aberto|saldo|openstaand|do zaplaty',
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
  'client|client name|customer|customer name|customer company|contactname|contact name|contact|company|company name|bill to|kunde|kundenname|debitor|cliente|nome cliente|klant|klient|nabywca'

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
    'supplier|supplier name|vendor|vendor name|contactname|contact name|company|company name|lieferant|kreditor|fournisseur|fornitore|proveedor|fornecedor|leverancier|dostawca',
  ),
}

export const bookKinds = { supplier, service, material, invoice, credit, bill } as const
export type BookKindName = keyof typeof bookKinds
export const isBookKind = (name: string | null): name is BookKindName => name !== null && Object.hasOwn(bookKinds, name)
