import { at, listOf, textAt, xmlTree } from '../xml-tree.ts'

/**
 * The content of an electronic invoice or credit note. Amounts and quantities are decimal text, days ISO 8601; missing
 * values are null. The amounts of a credit note are below zero, as are the quantities of its lines.
 */
export type ReadInvoice = {
  readFrom: 'ubl' | 'cii'
  supplierName: string | null
  supplierVat: string | null
  number: string
  invoiceDate: string
  dueDate: string | null
  currency: string
  net: string
  vat: string
  iban: string | null
  reference: string | null
  /** The number of our order that the supplier names. */
  orderNumber: string | null
  /** The number of the invoice that a credit note names. */
  credits: string | null
  /** Discounts and charges of the whole invoice become separate lines. */
  lines: ReadLine[]
}
export type ReadLine = {
  description: string
  qty: string
  unit_price: string
  vat_rate: string
  /** The VAT treatment that the invoice states for the line; missing where it states none. */
  vat_treatment?: string
  /** The net amount that the invoice states for the line: quantity × price minus the line's discounts. */
  net?: string
}

/** Why a file is no invoice that can be read, in words. */
export class UnreadableInvoice extends Error {}

const mostBytes = 5 * 1024 * 1024
/**
 * Reads a UBL invoice or credit note (Peppol) or the CII of a Factur-X. A document type declaration is refused: it could define entities
 * without end. Throws an UnreadableInvoice.
 */
export function readInvoiceXml(xml: string): ReadInvoice {
  const root = parsed(xml)
  const invoice = at(root, 'Invoice')
  const credit = at(root, 'CreditNote')
  const cii = at(root, 'CrossIndustryInvoice')
  if (invoice) return signed(readUbl(invoice, 'Invoice'), creditCodes.has(textAt(invoice, 'InvoiceTypeCode') ?? ''))
  if (credit) return signed(readUbl(credit, 'CreditNote'), true)
  if (cii) return signed(readCii(cii), creditCodes.has(textAt(cii, 'ExchangedDocument.TypeCode') ?? ''))
  throw new UnreadableInvoice('This file is no UBL or Factur-X invoice.')
}

/** Codes of UNTDID 1001 that name a credit note. */
const creditCodes: ReadonlySet<string> = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '532'])

const isBelowZero = (amount: string) => amount.startsWith('-')
const opposite = (amount: string) =>
  isBelowZero(amount) ? amount.slice(1) : /[1-9]/.test(amount) ? `-${amount}` : amount

/** A credit note says what it gives back above zero; an invoice below zero is one too, and says it below. */
function signed(read: ReadInvoice, isCredit: boolean): ReadInvoice {
  if (!isCredit) return isBelowZero(read.net) ? read : { ...read, credits: null }
  return {
    ...read,
    net: opposite(read.net),
    vat: opposite(read.vat),
    dueDate: null,
    lines: read.lines.map((line) => ({
      ...line,
      qty: opposite(line.qty),
      ...(line.net === undefined ? {} : { net: opposite(line.net) }),
    })),
  }
}

/** The PDF that a UBL paper carries, as base64; null where it carries none. The file must be one that is read. */
export function attachedPdf(xml: string): string | null {
  const root = parsed(xml)
  const paper = at(root, 'Invoice') ?? at(root, 'CreditNote')
  for (const one of listOf(at(paper, 'AdditionalDocumentReference'))) {
    const found = at(one, 'Attachment.EmbeddedDocumentBinaryObject')
    const bytes: unknown = at(found, '#text')
    if (at(found, '@mimeCode') === 'application/pdf' && typeof bytes === 'string') return bytes.replace(/\s/g, '')
  }
  return null
}

const problems = {
  'too large': 'This file is larger than 5 MB: no invoice is that long.',
  doctype: 'This file declares a document type, which invoices do not. It was not read.',
  'no xml': 'This file is no XML that can be read.',
}

function parsed(xml: string): unknown {
  const read = xmlTree(xml, mostBytes)
  if ('problem' in read) throw new UnreadableInvoice(problems[read.problem])
  return read.tree
}

/** `kind`: how the lines of an invoice, and those of a credit note, are named. */
function readUbl(invoice: unknown, kind: 'Invoice' | 'CreditNote'): ReadInvoice {
  const lines = kind === 'Invoice' ? 'InvoiceLine' : 'CreditNoteLine'
  const quantity = kind === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity'
  const supplier = at(invoice, 'AccountingSupplierParty.Party')
  return {
    readFrom: 'ubl',
    supplierName: textAt(supplier, 'PartyLegalEntity.RegistrationName') ?? textAt(supplier, 'PartyName.Name'),
    supplierVat: textAt(supplier, 'PartyTaxScheme.CompanyID'),
    number: required(textAt(invoice, 'ID'), 'number'),
    invoiceDate: dayOf(textAt(invoice, 'IssueDate')),
    dueDate: optionalDay(textAt(invoice, 'DueDate') ?? textAt(invoice, 'PaymentMeans.PaymentDueDate')),
    currency: textAt(invoice, 'DocumentCurrencyCode') ?? 'EUR',
    net: amount(textAt(invoice, 'LegalMonetaryTotal.TaxExclusiveAmount')),
    vat: amount(textAt(invoice, 'TaxTotal.TaxAmount') ?? '0'),
    iban: textAt(invoice, 'PaymentMeans.PayeeFinancialAccount.ID'),
    reference: textAt(invoice, 'PaymentMeans.PaymentID'),
    orderNumber: textAt(invoice, 'OrderReference.ID'),
    credits: textAt(invoice, 'BillingReference.InvoiceDocumentReference.ID'),
    lines: [
      ...listOf(at(invoice, lines)).map((line) => ({
        description: described(textAt(line, 'Item.Name'), textAt(line, 'Item.Description')),
        qty: decimal(textAt(line, quantity) ?? '1'),
        unit_price: perUnit(
          decimal(textAt(line, 'Price.PriceAmount') ?? '0'),
          textAt(line, 'Price.BaseQuantity') ?? '1',
        ),
        vat_rate: decimal(textAt(line, 'Item.ClassifiedTaxCategory.Percent') ?? '0'),
        ...treatmentOf(textAt(line, 'Item.ClassifiedTaxCategory.ID')),
        ...netOf(textAt(line, 'LineExtensionAmount')),
      })),
      ...listOf(at(invoice, 'AllowanceCharge')).flatMap((one) =>
        ofWhole({
          isCharge: textAt(one, 'ChargeIndicator'),
          reason: textAt(one, 'AllowanceChargeReason'),
          amount: textAt(one, 'Amount'),
          rate: textAt(one, 'TaxCategory.Percent'),
          category: textAt(one, 'TaxCategory.ID'),
        }),
      ),
    ],
  }
}

function readCii(invoice: unknown): ReadInvoice {
  const trade = at(invoice, 'SupplyChainTradeTransaction')
  const settlement = at(trade, 'ApplicableHeaderTradeSettlement')
  const seller = at(trade, 'ApplicableHeaderTradeAgreement.SellerTradeParty')
  const total = at(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')
  return {
    readFrom: 'cii',
    supplierName: textAt(seller, 'Name'),
    supplierVat: textAt(seller, 'SpecifiedTaxRegistration.ID'),
    number: required(textAt(invoice, 'ExchangedDocument.ID'), 'number'),
    invoiceDate: dayOf(textAt(invoice, 'ExchangedDocument.IssueDateTime.DateTimeString')),
    dueDate: optionalDay(textAt(settlement, 'SpecifiedTradePaymentTerms.DueDateDateTime.DateTimeString')),
    currency: textAt(settlement, 'InvoiceCurrencyCode') ?? 'EUR',
    net: amount(textAt(total, 'TaxBasisTotalAmount')),
    vat: amount(textAt(total, 'TaxTotalAmount') ?? '0'),
    iban: textAt(settlement, 'SpecifiedTradeSettlementPaymentMeans.PayeePartyCreditorFinancialAccount.IBANID'),
    reference: textAt(settlement, 'PaymentReference'),
    orderNumber: textAt(trade, 'ApplicableHeaderTradeAgreement.BuyerOrderReferencedDocument.IssuerAssignedID'),
    credits: textAt(settlement, 'InvoiceReferencedDocument.IssuerAssignedID'),
    lines: [
      ...listOf(at(trade, 'IncludedSupplyChainTradeLineItem')).map(ciiLine),
      ...listOf(at(settlement, 'SpecifiedTradeAllowanceCharge')).flatMap((one) =>
        ofWhole({
          isCharge: textAt(one, 'ChargeIndicator.Indicator'),
          reason: textAt(one, 'Reason'),
          amount: textAt(one, 'ActualAmount'),
          rate: textAt(one, 'CategoryTradeTax.RateApplicablePercent'),
          category: textAt(one, 'CategoryTradeTax.CategoryCode'),
        }),
      ),
    ],
  }
}

function ciiLine(line: unknown): ReadLine {
  const price = at(line, 'SpecifiedLineTradeAgreement.NetPriceProductTradePrice')
  const settled = at(line, 'SpecifiedLineTradeSettlement')
  return {
    description: described(
      textAt(line, 'SpecifiedTradeProduct.Name'),
      textAt(line, 'SpecifiedTradeProduct.Description'),
    ),
    qty: decimal(textAt(line, 'SpecifiedLineTradeDelivery.BilledQuantity') ?? '1'),
    unit_price: perUnit(decimal(textAt(price, 'ChargeAmount') ?? '0'), textAt(price, 'BasisQuantity') ?? '1'),
    vat_rate: decimal(textAt(settled, 'ApplicableTradeTax.RateApplicablePercent') ?? '0'),
    ...treatmentOf(textAt(settled, 'ApplicableTradeTax.CategoryCode')),
    ...netOf(textAt(settled, 'SpecifiedTradeSettlementLineMonetarySummation.LineTotalAmount')),
  }
}

const netOf = (text: string | null): Pick<ReadLine, 'net'> => (text === null ? {} : { net: decimal(text) })

/** The VAT categories of EN 16931 (UNTDID 5305) as the buyer's treatments. */
const treatments: Readonly<Record<string, string>> = {
  S: 'standard',
  Z: 'standard',
  AE: 'reverse_charge',
  K: 'intra_community',
  G: 'import',
  E: 'exempt',
  O: 'outside',
}

const treatmentOf = (category: string | null): Pick<ReadLine, 'vat_treatment'> => {
  const treatment = treatments[category ?? '']
  return treatment === undefined ? {} : { vat_treatment: treatment }
}

/** A discount or a charge of the whole invoice, as a line. */
function ofWhole(one: Record<'isCharge' | 'reason' | 'amount' | 'rate' | 'category', string | null>): ReadLine[] {
  if (one.amount === null) return []
  const isCharge = one.isCharge === 'true'
  return [
    {
      description: one.reason ?? (isCharge ? 'Charge' : 'Discount'),
      qty: isCharge ? '1' : '-1',
      unit_price: decimal(one.amount),
      vat_rate: decimal(one.rate ?? '0'),
      ...treatmentOf(one.category),
    },
  ]
}

function required(text: string | null, what: string): string {
  if (text === null) throw new UnreadableInvoice(`The ${what} of the invoice is missing in this file.`)
  return text.slice(0, 100)
}

/** `2026-11-20` of itself or of `20261120`. */
function dayOf(text: string | null): string {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text ?? '') ?? []
  if (!year || !month || !day || Number.isNaN(Date.parse(`${year}-${month}-${day}`)))
    throw new UnreadableInvoice('The date of the invoice is missing in this file.')
  return `${year}-${month}-${day}`
}

const optionalDay = (text: string | null): string | null => (text === null ? null : dayOf(text))

function decimal(text: string): string {
  if (!/^-?\d{1,12}(\.\d{1,12})?$/.test(text)) throw new UnreadableInvoice(`“${text.slice(0, 40)}” is no amount.`)
  return text
}

const amount = (text: string | null): string => decimal(required(text, 'total'))

const described = (name: string | null, text: string | null): string =>
  [...new Set([name, text].filter(Boolean))].join(': ') || 'No description'

/** A price may be for a hundred: then it is divided, to four decimals. */
function perUnit(price: string, base: string): string {
  const digits = /^10*(?:\.0+)?$/.exec(base) ? base.replace(/\..*$/, '').length - 1 : 0
  if (digits === 0) return price
  const [whole = '0', rest = ''] = price.split('.')
  const padded = whole.padStart(digits + 1, '0')
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}${rest}`.slice(0, 20)
}
