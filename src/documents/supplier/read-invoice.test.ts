import { describe, expect, test } from 'vitest'
import { ciiText } from '../electronic/cii.ts'
import { examples } from '../electronic/testing.ts'
import { ublText } from '../electronic/ubl.ts'
import { attachedPdf, readInvoiceXml } from './read-invoice.ts'
import { saysItsVat } from './says-its-vat.ts'

const ubl = (more = '') => `<?xml version="1.0"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="c" xmlns:cbc="b">
  <cbc:ID>RE-0077</cbc:ID><cbc:IssueDate>2026-11-01</cbc:IssueDate><cbc:DueDate>2026-12-01</cbc:DueDate>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cac:OrderReference><cbc:ID>PO-2026-0007</cbc:ID></cac:OrderReference>
  <cac:AccountingSupplierParty><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>Plates &amp; Co</cbc:RegistrationName></cac:PartyLegalEntity>
    <cac:PartyTaxScheme><cbc:CompanyID>MT12345678</cbc:CompanyID></cac:PartyTaxScheme></cac:Party></cac:AccountingSupplierParty>
  <cac:PaymentMeans><cbc:PaymentID>RF18</cbc:PaymentID><cac:PayeeFinancialAccount><cbc:ID>MT84MALT011000012345MTLCAST001S</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
  <cac:TaxTotal><cbc:TaxAmount currencyID="EUR">18.00</cbc:TaxAmount></cac:TaxTotal>
  <cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount></cac:LegalMonetaryTotal>
  <cac:InvoiceLine><cbc:InvoicedQuantity unitCode="C62">200</cbc:InvoicedQuantity><cac:Item><cbc:Name>Screws</cbc:Name>
    <cac:ClassifiedTaxCategory><cbc:Percent>18</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="EUR">50.00</cbc:PriceAmount><cbc:BaseQuantity>100</cbc:BaseQuantity></cac:Price></cac:InvoiceLine>
  ${more}</Invoice>`

const cii = `<rsm:CrossIndustryInvoice xmlns:rsm="r" xmlns:ram="a" xmlns:udt="u">
  <rsm:ExchangedDocument><ram:ID>F-9</ram:ID><ram:IssueDateTime><udt:DateTimeString format="102">20261103</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedTradeProduct><ram:Name>Foamex</ram:Name></ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>22.5</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">2</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery></ram:IncludedSupplyChainTradeLineItem>
    <ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Sheets Ltd</ram:Name></ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>45.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">8.10</ram:TaxTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`

describe('an electronic invoice', () => {
  test('is read from UBL, with the price of one', () => {
    expect(readInvoiceXml(ubl())).toEqual({
      readFrom: 'ubl',
      supplierName: 'Plates & Co',
      supplierVat: 'MT12345678',
      number: 'RE-0077',
      invoiceDate: '2026-11-01',
      dueDate: '2026-12-01',
      currency: 'EUR',
      net: '100.00',
      vat: '18.00',
      iban: 'MT84MALT011000012345MTLCAST001S',
      reference: 'RF18',
      orderNumber: 'PO-2026-0007',
      credits: null,
      lines: [{ description: 'Screws', qty: '200', unit_price: '0.5000', vat_rate: '18' }],
    })
  })

  test.each([
    ['UBL', ublText],
    ['CII', ciiText],
  ])('that is a credit note in %s is below zero, with its lines, and names its invoice', (_, textOf) => {
    const made = examples().find(({ name }) => name === 'credit-note')?.invoice
    if (!made) throw new Error('no credit note')
    const read = readInvoiceXml(textOf(made))
    expect(read).toMatchObject({ number: made.number, credits: made.preceding[0], dueDate: null })
    expect(read.net).toMatch(/^-[1-9]/)
    expect(read.vat).toMatch(/^-[1-9]/)
    expect(read.lines.map(({ qty }) => qty)).toEqual(made.lines.map(({ qty }) => expect.stringMatching(`^-${qty}`)))
    expect(saysItsVat(read)).toBe(true)
    const pdf =
      '<cac:AdditionalDocumentReference><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf">JVBERi0=</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>'
    if (textOf === ublText)
      expect(attachedPdf(textOf(made).replace('</CreditNote>', `${pdf}</CreditNote>`))).toBe('JVBERi0=')
  })

  test('that is below zero is a credit note as it is', () => {
    const below = ubl().replace('>100.00<', '>-100.00<').replace('>18.00<', '>-18.00<').replace('>200<', '>-200<')
    expect(readInvoiceXml(below)).toMatchObject({ net: '-100.00', vat: '-18.00', lines: [{ qty: '-200' }] })
  })

  test('gives the PDF that it carries, and nothing that is no PDF', () => {
    const carried = (type: string) =>
      `<cac:AdditionalDocumentReference><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="${type}">JVBE\nRi0=</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`
    expect(attachedPdf(ubl(carried('text/csv') + carried('application/pdf')))).toBe('JVBERi0=')
    expect(attachedPdf(ubl(carried('text/csv')))).toBeNull()
  })

  test('is read from the CII of a Factur-X', () => {
    expect(readInvoiceXml(cii)).toMatchObject({
      readFrom: 'cii',
      supplierName: 'Sheets Ltd',
      number: 'F-9',
      invoiceDate: '2026-11-03',
      net: '45.00',
      vat: '8.10',
      lines: [{ description: 'Foamex', qty: '2', unit_price: '22.5', vat_rate: '0' }],
    })
  })

  test('keeps what a line comes to, and has the discounts and charges of the whole as lines', () => {
    const discounted =
      ubl(`<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Loyalty</cbc:AllowanceChargeReason>
        <cbc:Amount currencyID="EUR">10.00</cbc:Amount><cac:TaxCategory><cbc:Percent>18</cbc:Percent></cac:TaxCategory></cac:AllowanceCharge>
      <cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:Amount>5.00</cbc:Amount></cac:AllowanceCharge>`).replace(
        '<cac:InvoiceLine>',
        '<cac:InvoiceLine><cbc:LineExtensionAmount currencyID="EUR">95.00</cbc:LineExtensionAmount>',
      )
    expect(readInvoiceXml(discounted).lines).toEqual([
      { description: 'Screws', qty: '200', unit_price: '0.5000', vat_rate: '18', net: '95.00' },
      { description: 'Loyalty', qty: '-1', unit_price: '10.00', vat_rate: '18' },
      { description: 'Charge', qty: '1', unit_price: '5.00', vat_rate: '0' },
    ])
    const parts = cii
      .replace('</ram:ChargeAmount>', '</ram:ChargeAmount><ram:BasisQuantity>10</ram:BasisQuantity>')
      .replace(
        '</ram:SpecifiedLineTradeDelivery>',
        `</ram:SpecifiedLineTradeDelivery><ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:RateApplicablePercent>18</ram:RateApplicablePercent></ram:ApplicableTradeTax>
          <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>4.50</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>`,
      )
      .replace(
        '<ram:SpecifiedTradeSettlementHeader',
        `<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>false</udt:Indicator></ram:ChargeIndicator>
          <ram:ActualAmount>0.50</ram:ActualAmount></ram:SpecifiedTradeAllowanceCharge><ram:SpecifiedTradeSettlementHeader`,
      )
    expect(readInvoiceXml(parts).lines).toEqual([
      { description: 'Foamex', qty: '2', unit_price: '2.25', vat_rate: '18', net: '4.50' },
      { description: 'Discount', qty: '-1', unit_price: '0.50', vat_rate: '0' },
    ])
  })

  test.each([
    [
      [
        ['60.00', '18'],
        ['40.00', '5'],
      ],
      '100.00',
      '12.80',
      true,
    ],
    [
      [
        ['60.00', '18'],
        ['40.00', '5'],
      ],
      '100',
      '12.82',
      true,
    ],
    [
      [
        ['60.00', '18'],
        ['40.00', '5'],
      ],
      '100.00',
      '12.83',
      false,
    ],
    [
      [
        ['60.00', '18'],
        ['40.00', '5'],
      ],
      '100.00',
      '12.77',
      false,
    ],
    [[['60.00', '18']], '100.00', '10.80', false],
    [[], '0.00', '0.00', false],
  ] as const)('%# says its VAT by its lines, or does not', (nets, net, vat, says) => {
    const lines = nets.map(([unit_price, vat_rate]) => ({ description: 'Foamex', qty: '1', unit_price, vat_rate }))
    expect(saysItsVat({ lines, net, vat })).toBe(says)
  })

  test.each([
    ['<!DOCTYPE x [<!ENTITY a "b">]>' + ubl(), 'declares a document type'],
    [ubl().padEnd(6_000_000, ' '), 'larger than 5 MB'],
    ['<html><body/></html>', 'no UBL or Factur-X invoice'],
    ['%PDF-1.7', 'no UBL or Factur-X invoice'],
    [ubl().replace('RE-0077', ''), 'The number of the invoice is missing'],
    [ubl().replace('2026-11-01', 'soon'), 'The date of the invoice is missing'],
    [ubl().replace('>100.00<', '>1e9<'), 'is no amount'],
  ])('%# that cannot be read is refused in words', (xml, words) => {
    expect(() => readInvoiceXml(xml)).toThrow(words)
  })
})

test.each([
  ['S', 'standard'],
  ['AE', 'reverse_charge'],
  ['K', 'intra_community'],
  ['G', 'import'],
  ['E', 'exempt'],
  ['O', 'outside'],
])('a line of the VAT category %s is read as %s', (category, treatment) => {
  const read = readInvoiceXml(
    ubl().replace('<cac:ClassifiedTaxCategory>', `<cac:ClassifiedTaxCategory><cbc:ID>${category}</cbc:ID>`),
  )
  expect(read.lines.map(({ vat_treatment }) => vat_treatment)).toEqual([treatment])
})
