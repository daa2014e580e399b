import { type ElectronicInvoice, type ElectronicLine, type Party, type TaxRow } from './invoice.ts'
import { branch, type Element, leaf, termsLeaf, xmlText } from './xml.ts'

/** The name under which a Factur-X PDF carries its data. */
export const facturXFile = 'factur-x.xml'

/** UN/CEFACT Cross Industry Invoice, profile EN 16931, as Factur-X embeds it. The invoice must have passed the rules. */
export function ciiText(invoice: ElectronicInvoice): string {
  const content = branch(
    'rsm:CrossIndustryInvoice',
    branch(
      'rsm:ExchangedDocumentContext',
      branch('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', 'urn:cen.eu:en16931:2017')),
    ),
    branch(
      'rsm:ExchangedDocument',
      leaf('ram:ID', invoice.number),
      leaf('ram:TypeCode', invoice.type),
      day('ram:IssueDateTime', invoice.issued),
      branch('ram:IncludedNote', leaf('ram:Content', invoice.note)),
    ),
    branch(
      'rsm:SupplyChainTradeTransaction',
      invoice.lines.map((line) => lineItem(line, invoice.reasons)),
      branch(
        'ram:ApplicableHeaderTradeAgreement',
        leaf('ram:BuyerReference', invoice.buyerReference),
        party('ram:SellerTradeParty', invoice.seller),
        party('ram:BuyerTradeParty', invoice.buyer),
        branch('ram:BuyerOrderReferencedDocument', leaf('ram:IssuerAssignedID', invoice.orderReference)),
      ),
      delivery(invoice),
      settlement(invoice),
    ),
  )
  if (!content) throw new Error('An electronic invoice has content')
  const unCefact = 'urn:un:unece:uncefact:data:standard:'
  return xmlText({
    ...content,
    attributes: {
      'xmlns:rsm': `${unCefact}CrossIndustryInvoice:100`,
      'xmlns:ram': `${unCefact}ReusableAggregateBusinessInformationEntity:100`,
      'xmlns:udt': `${unCefact}UnqualifiedDataType:100`,
    },
  })
}

/** A day in the form that CII calls 102: 20261122. */
const day = (name: string, text: string | null): Element | null =>
  text ? branch(name, leaf('udt:DateTimeString', text.replaceAll('-', ''), { format: '102' })) : null

function lineItem(line: ElectronicLine, reasons: ElectronicInvoice['reasons']): Element | null {
  return branch(
    'ram:IncludedSupplyChainTradeLineItem',
    branch(
      'ram:AssociatedDocumentLineDocument',
      leaf('ram:LineID', line.id),
      branch('ram:IncludedNote', leaf('ram:Content', line.note)),
    ),
    branch('ram:SpecifiedTradeProduct', leaf('ram:Name', line.name), leaf('ram:Description', line.description)),
    branch(
      'ram:SpecifiedLineTradeAgreement',
      branch('ram:NetPriceProductTradePrice', leaf('ram:ChargeAmount', line.price)),
    ),
    branch('ram:SpecifiedLineTradeDelivery', leaf('ram:BilledQuantity', line.qty, { unitCode: line.unit })),
    branch(
      'ram:SpecifiedLineTradeSettlement',
      branch(
        'ram:ApplicableTradeTax',
        leaf('ram:TypeCode', 'VAT'),
        leaf('ram:CategoryCode', line.category),
        line.category === 'O' ? null : leaf('ram:RateApplicablePercent', line.rate),
      ),
      line.discount &&
        branch(
          'ram:SpecifiedTradeAllowanceCharge',
          branch('ram:ChargeIndicator', leaf('udt:Indicator', 'false')),
          leaf('ram:CalculationPercent', line.discount.percent),
          leaf('ram:BasisAmount', line.discount.base),
          leaf('ram:ActualAmount', line.discount.amount),
          leaf('ram:ReasonCode', '95'),
          leaf('ram:Reason', reasons.discount),
        ),
      line.rest &&
        branch(
          'ram:SpecifiedTradeAllowanceCharge',
          branch('ram:ChargeIndicator', leaf('udt:Indicator', String(line.rest.isCharge))),
          leaf('ram:ActualAmount', line.rest.amount),
          leaf('ram:Reason', reasons.rest),
        ),
      branch('ram:SpecifiedTradeSettlementLineMonetarySummation', leaf('ram:LineTotalAmount', line.net)),
    ),
  )
}

function party(element: string, { name, address, contact, endpoint, ...own }: Party): Element | null {
  return branch(
    element,
    leaf('ram:ID', own.identifier),
    leaf('ram:Name', name),
    leaf('ram:Description', own.legal),
    branch('ram:SpecifiedLegalOrganization', leaf('ram:ID', own.registration)),
    branch(
      'ram:DefinedTradeContact',
      leaf('ram:PersonName', contact.name),
      branch('ram:TelephoneUniversalCommunication', leaf('ram:CompleteNumber', contact.phone)),
      branch('ram:EmailURIUniversalCommunication', leaf('ram:URIID', contact.email)),
    ),
    branch(
      'ram:PostalTradeAddress',
      leaf('ram:PostcodeCode', own.postcode),
      leaf('ram:LineOne', address[0] ?? null),
      leaf('ram:LineTwo', address[1] ?? null),
      leaf('ram:LineThree', address.slice(2).join(', ')),
      leaf('ram:CityName', own.city),
      leaf('ram:CountryID', own.country),
      leaf('ram:CountrySubDivisionName', own.state),
    ),
    endpoint && branch('ram:URIUniversalCommunication', leaf('ram:URIID', endpoint.id, { schemeID: endpoint.scheme })),
    branch('ram:SpecifiedTaxRegistration', leaf('ram:ID', own.vatNumber, { schemeID: 'VA' })),
  )
}

/** The delivery day or the receiver. The schema requires this element, and it is never empty. */
const delivery = ({ deliveredOn, deliveredTo, buyer }: ElectronicInvoice): Element | null =>
  branch(
    'ram:ApplicableHeaderTradeDelivery',
    deliveredOn === null || deliveredTo
      ? branch(
          'ram:ShipToTradeParty',
          leaf('ram:Name', buyer.name),
          branch('ram:PostalTradeAddress', leaf('ram:CountryID', deliveredTo)),
        )
      : null,
    branch('ram:ActualDeliverySupplyChainEvent', day('ram:OccurrenceDateTime', deliveredOn)),
  )

function settlement(invoice: ElectronicInvoice): Element | null {
  const { payment, totals, currency, books } = invoice
  return branch(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:PaymentReference', payment?.reference ?? null),
    leaf('ram:TaxCurrencyCode', books?.currency ?? null),
    leaf('ram:InvoiceCurrencyCode', currency),
    payment &&
      branch(
        'ram:SpecifiedTradeSettlementPaymentMeans',
        leaf('ram:TypeCode', payment.means),
        branch(
          'ram:PayeePartyCreditorFinancialAccount',
          leaf('ram:IBANID', payment.iban),
          leaf('ram:AccountName', payment.holder),
        ),
        branch('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', payment.bic)),
      ),
    invoice.taxes.map((row) => taxRow(row, invoice.taxPoint)),
    branch(
      'ram:BillingSpecifiedPeriod',
      day('ram:StartDateTime', invoice.period?.from ?? null),
      day('ram:EndDateTime', invoice.period?.to ?? null),
    ),
    branch(
      'ram:SpecifiedTradePaymentTerms',
      termsLeaf('ram:Description', invoice.terms),
      day('ram:DueDateDateTime', invoice.due),
    ),
    branch(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      leaf('ram:LineTotalAmount', totals.lines),
      leaf('ram:TaxBasisTotalAmount', totals.net),
      leaf('ram:TaxTotalAmount', totals.vat, { currencyID: currency }),
      books && leaf('ram:TaxTotalAmount', books.vat, { currencyID: books.currency }),
      leaf('ram:GrandTotalAmount', totals.gross),
      totals.prepaid === '0.00' ? null : leaf('ram:TotalPrepaidAmount', totals.prepaid),
      leaf('ram:DuePayableAmount', totals.payable),
    ),
    // The schema of EN 16931 (CII D16B) takes one of them; the lines name each.
    branch('ram:InvoiceReferencedDocument', leaf('ram:IssuerAssignedID', invoice.preceding[0] ?? null)),
  )
}

const taxRow = (row: TaxRow, taxPoint: ElectronicInvoice['taxPoint']): Element | null =>
  branch(
    'ram:ApplicableTradeTax',
    leaf('ram:CalculatedAmount', row.vat),
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', row.reason),
    leaf('ram:BasisAmount', row.base),
    leaf('ram:CategoryCode', row.category),
    leaf('ram:ExemptionReasonCode', row.reasonCode),
    // UNTDID 2475: the day of the payment.
    leaf('ram:DueDateTypeCode', taxPoint && '72'),
    row.category === 'O' ? null : leaf('ram:RateApplicablePercent', row.rate),
  )
