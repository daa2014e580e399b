import { type ElectronicInvoice, type ElectronicLine, type Party, type TaxRow } from './invoice.ts'
import { branch, type Element, leaf, termsLeaf, xmlText } from './xml.ts'

const customization = {
  en16931: 'urn:cen.eu:en16931:2017',
  peppol: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
}
const peppolProcess = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const namespace = 'urn:oasis:names:specification:ubl:schema:xsd:'

/** Written by the order of UBL 2.1, whose schema is a sequence. The invoice must have passed the rules. */
export function ublText(invoice: ElectronicInvoice): string {
  const isCredit = invoice.type === '381'
  const root = isCredit ? 'CreditNote' : 'Invoice'
  const content = branch(
    root,
    leaf('cbc:CustomizationID', customization[invoice.profile]),
    // A plain invoice names no process.
    leaf('cbc:ProfileID', invoice.profile === 'en16931' ? null : peppolProcess),
    leaf('cbc:ID', invoice.number),
    leaf('cbc:IssueDate', invoice.issued),
    isCredit ? null : leaf('cbc:DueDate', invoice.due),
    leaf(isCredit ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode', invoice.type),
    leaf('cbc:Note', invoice.note),
    leaf('cbc:DocumentCurrencyCode', invoice.currency),
    leaf('cbc:TaxCurrencyCode', invoice.books?.currency ?? null),
    leaf('cbc:BuyerReference', invoice.buyerReference),
    branch(
      'cac:InvoicePeriod',
      leaf('cbc:StartDate', invoice.period?.from ?? null),
      leaf('cbc:EndDate', invoice.period?.to ?? null),
      // UNTDID 2005: the day of the payment.
      leaf('cbc:DescriptionCode', invoice.taxPoint && '432'),
    ),
    branch('cac:OrderReference', leaf('cbc:ID', invoice.orderReference)),
    invoice.preceding.map((number) =>
      branch('cac:BillingReference', branch('cac:InvoiceDocumentReference', leaf('cbc:ID', number))),
    ),
    branch('cac:AccountingSupplierParty', party(invoice.seller)),
    branch('cac:AccountingCustomerParty', party(invoice.buyer)),
    branch(
      'cac:Delivery',
      leaf('cbc:ActualDeliveryDate', invoice.deliveredOn),
      branch(
        'cac:DeliveryLocation',
        branch('cac:Address', branch('cac:Country', leaf('cbc:IdentificationCode', invoice.deliveredTo))),
      ),
    ),
    paymentMeans(invoice),
    branch('cac:PaymentTerms', termsLeaf('cbc:Note', invoice.terms)),
    branch(
      'cac:TaxTotal',
      leaf('cbc:TaxAmount', invoice.totals.vat, { currencyID: invoice.currency }),
      invoice.taxes.map((row) => taxSubtotal(row, invoice.currency)),
    ),
    invoice.books &&
      branch('cac:TaxTotal', leaf('cbc:TaxAmount', invoice.books.vat, { currencyID: invoice.books.currency })),
    monetaryTotal(invoice),
    invoice.lines.map((line) => invoiceLine(line, invoice)),
  )
  if (!content) throw new Error('An electronic invoice has content')
  return xmlText({
    ...content,
    attributes: {
      xmlns: `${namespace}${root}-2`,
      'xmlns:cac': `${namespace}CommonAggregateComponents-2`,
      'xmlns:cbc': `${namespace}CommonBasicComponents-2`,
    },
  })
}

const taxScheme = branch('cac:TaxScheme', leaf('cbc:ID', 'VAT'))

function party({ endpoint, name, address, contact, ...own }: Party): Element | null {
  return branch(
    'cac:Party',
    endpoint && leaf('cbc:EndpointID', endpoint.id, { schemeID: endpoint.scheme }),
    branch('cac:PartyIdentification', leaf('cbc:ID', own.identifier)),
    branch('cac:PartyName', leaf('cbc:Name', name)),
    branch(
      'cac:PostalAddress',
      leaf('cbc:StreetName', address[0] ?? null),
      leaf('cbc:AdditionalStreetName', address[1] ?? null),
      leaf('cbc:CityName', own.city),
      leaf('cbc:PostalZone', own.postcode),
      leaf('cbc:CountrySubentity', own.state),
      branch('cac:AddressLine', leaf('cbc:Line', address.slice(2).join(', '))),
      branch('cac:Country', leaf('cbc:IdentificationCode', own.country)),
    ),
    own.vatNumber ? branch('cac:PartyTaxScheme', leaf('cbc:CompanyID', own.vatNumber), taxScheme) : null,
    branch(
      'cac:PartyLegalEntity',
      leaf('cbc:RegistrationName', name),
      leaf('cbc:CompanyID', own.registration),
      leaf('cbc:CompanyLegalForm', own.legal),
    ),
    branch(
      'cac:Contact',
      leaf('cbc:Name', contact.name),
      leaf('cbc:Telephone', contact.phone),
      leaf('cbc:ElectronicMail', contact.email),
    ),
  )
}

function paymentMeans({ payment }: ElectronicInvoice): Element | null {
  if (!payment) return null
  return branch(
    'cac:PaymentMeans',
    leaf('cbc:PaymentMeansCode', payment.means),
    leaf('cbc:PaymentID', payment.reference),
    branch(
      'cac:PayeeFinancialAccount',
      leaf('cbc:ID', payment.iban),
      leaf('cbc:Name', payment.holder),
      branch('cac:FinancialInstitutionBranch', leaf('cbc:ID', payment.bic)),
    ),
  )
}

function taxSubtotal(row: TaxRow, currencyID: string): Element | null {
  return branch(
    'cac:TaxSubtotal',
    leaf('cbc:TaxableAmount', row.base, { currencyID }),
    leaf('cbc:TaxAmount', row.vat, { currencyID }),
    branch(
      'cac:TaxCategory',
      leaf('cbc:ID', row.category),
      row.category === 'O' ? null : leaf('cbc:Percent', row.rate),
      leaf('cbc:TaxExemptionReasonCode', row.reasonCode),
      leaf('cbc:TaxExemptionReason', row.reason),
      taxScheme,
    ),
  )
}

function monetaryTotal({ totals, currency }: ElectronicInvoice): Element | null {
  const amount = (name: string, text: string) => leaf(`cbc:${name}`, text, { currencyID: currency })
  return branch(
    'cac:LegalMonetaryTotal',
    amount('LineExtensionAmount', totals.lines),
    amount('TaxExclusiveAmount', totals.net),
    amount('TaxInclusiveAmount', totals.gross),
    totals.prepaid === '0.00' ? null : amount('PrepaidAmount', totals.prepaid),
    amount('PayableAmount', totals.payable),
  )
}

function invoiceLine(line: ElectronicLine, { type, currency, reasons }: ElectronicInvoice): Element | null {
  const isCredit = type === '381'
  const currencyID = currency
  return branch(
    isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    leaf('cbc:ID', line.id),
    leaf('cbc:Note', line.note),
    leaf(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', line.qty, { unitCode: line.unit }),
    leaf('cbc:LineExtensionAmount', line.net, { currencyID }),
    line.discount &&
      branch(
        'cac:AllowanceCharge',
        leaf('cbc:ChargeIndicator', 'false'),
        leaf('cbc:AllowanceChargeReasonCode', '95'),
        leaf('cbc:AllowanceChargeReason', reasons.discount),
        leaf('cbc:MultiplierFactorNumeric', line.discount.percent),
        leaf('cbc:Amount', line.discount.amount, { currencyID }),
        leaf('cbc:BaseAmount', line.discount.base, { currencyID }),
      ),
    line.rest &&
      branch(
        'cac:AllowanceCharge',
        leaf('cbc:ChargeIndicator', String(line.rest.isCharge)),
        leaf('cbc:AllowanceChargeReason', reasons.rest),
        leaf('cbc:Amount', line.rest.amount, { currencyID }),
      ),
    branch(
      'cac:Item',
      leaf('cbc:Description', line.description),
      leaf('cbc:Name', line.name),
      branch(
        'cac:ClassifiedTaxCategory',
        leaf('cbc:ID', line.category),
        line.category === 'O' ? null : leaf('cbc:Percent', line.rate),
        taxScheme,
      ),
    ),
    branch('cac:Price', leaf('cbc:PriceAmount', line.price, { currencyID })),
  )
}
