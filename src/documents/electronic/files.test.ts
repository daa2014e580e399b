import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { paperTexts } from '../../shared/domain/texts/papers/load.ts'
import { invoicePaper } from '../paper/papers.ts'
import { client, company, creditNoteOf, exampleLines, inDollars, invoiceOf } from '../paper/testing.ts'
import { paperFonts } from '../pdf/fonts.ts'
import { paperPdf } from '../pdf/paper-pdf.ts'
import { readPdf } from '../pdf/testing.ts'
import { ciiText } from './cii.ts'
import { examples, examplesAt } from './testing.ts'
import { electronicCreditNote, electronicInvoice } from './invoice.ts'
import { brokenRules } from './rules.ts'
import { ublText } from './ubl.ts'

/** An element without content, in either way of writing it. */
const empty = /<([\w:]+)[^>]*(\/>|>\s*<\/\1>)/

describe('the files of electronic invoices', () => {
  test.each(examples())('$name breaks no rule and is the file in docs/examples', async ({ name, invoice }) => {
    expect(brokenRules(invoice)).toEqual([])
    expect(ublText(invoice)).toBe(await readFile(`docs/examples/${name}.xml`, 'utf8'))
  })

  test.each(examples())('the PDF of $name is the file in docs/examples', async ({ name, invoice, paper }) => {
    const written = await paperPdf(paper, { fonts: paperFonts, at: examplesAt, facturX: ciiText(invoice) })
    const kept = await readFile(`docs/examples/${name}.pdf`)
    expect(readPdf(written)).toEqual(readPdf(kept))
  })

  test('name the state of an address, after the town in UBL and after the country in CII', () => {
    const texan = {
      ...client,
      city: 'Austin',
      postcode: '78701',
      state: 'TX',
      country: 'United States',
      vat_number: null,
    }
    const invoice = electronicInvoice(invoiceOf(exampleLines, { client: texan }))
    const plain = (text: string) => text.replaceAll(/>\s+</g, '><')
    expect(plain(ublText(invoice))).toContain(
      '<cbc:PostalZone>78701</cbc:PostalZone><cbc:CountrySubentity>TX</cbc:CountrySubentity><cac:Country>',
    )
    expect(plain(ciiText(invoice))).toContain(
      '<ram:CountryID>US</ram:CountryID><ram:CountrySubDivisionName>TX</ram:CountrySubDivisionName></ram:PostalTradeAddress>',
    )
  })

  test('say the tax in the currency of the books beside that of an invoice in another one', () => {
    for (const invoice of [
      electronicInvoice(inDollars(invoiceOf(exampleLines))),
      electronicCreditNote(inDollars(creditNoteOf(exampleLines))),
    ]) {
      expect(brokenRules(invoice)).toEqual([])
      const plain = (text: string) => text.replaceAll(/>\s+</g, '><')
      expect(plain(ublText(invoice))).toContain(
        '<cbc:DocumentCurrencyCode>USD</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>',
      )
      expect(plain(ublText(invoice))).toContain(
        '</cac:TaxTotal><cac:TaxTotal><cbc:TaxAmount currencyID="EUR">203.97</cbc:TaxAmount></cac:TaxTotal>',
      )
      expect(plain(ciiText(invoice))).toContain(
        '<ram:TaxCurrencyCode>EUR</ram:TaxCurrencyCode><ram:InvoiceCurrencyCode>USD</ram:InvoiceCurrencyCode>',
      )
      expect(plain(ciiText(invoice))).toContain(
        '<ram:TaxTotalAmount currencyID="USD">221.71</ram:TaxTotalAmount><ram:TaxTotalAmount currencyID="EUR">203.97</ram:TaxTotalAmount>',
      )
    }
  })

  test('say a cash discount as XRechnung wants it in Germany, as a sentence elsewhere', () => {
    const document = invoiceOf(exampleLines)
    const { balance } = document
    const terms = {
      pct: '2',
      days: 10,
      until: '2026-12-02',
      base: balance,
      amount: '20.00',
      pays: '980.00',
      is_open: true,
    }
    const german = { company: { ...company, country: 'Germany' }, cash_discount: terms }
    const inGermany = electronicInvoice({ ...document, ...german })
    expect(ublText(inGermany)).toContain('<cbc:Note>#SKONTO#TAGE=10#PROZENT=2.00#\n</cbc:Note>')
    expect(ciiText(inGermany)).toContain('<ram:Description>#SKONTO#TAGE=10#PROZENT=2.00#\n</ram:Description>')
    // What is paid later changes nothing. Where a deposit was kept, the discount is not a part of the amount due.
    const later = { paid: balance, balance: '0.00', status: 'paid', cash_discounted: '0.00' }
    expect(electronicInvoice({ ...document, ...german, ...later })).toEqual(inGermany)
    const partly = electronicInvoice({ ...document, ...german, deposit: '100.00', paid: '100.00' })
    expect(partly.terms).toBe(`#SKONTO#TAGE=10#PROZENT=2.00#BASISBETRAG=${balance}#`)
    expect(electronicInvoice({ ...document, cash_discount: terms }).terms).toBe(
      'If you pay by 2 Dec 2026: €1,424.38 to pay (2 % cash discount: €29.07 less)',
    )
    expect(brokenRules(inGermany)).toEqual([])
  })

  test('say their terms in the language of the paper', async () => {
    const said = { language: 'fr', texts: await paperTexts('fr') } as const
    const terms = {
      pct: '2',
      days: 10,
      until: '2026-12-02',
      base: '1000.00',
      amount: '20.00',
      pays: '980.00',
      is_open: true,
    }
    const of = (facts: object) => electronicInvoice({ ...invoiceOf(exampleLines, said), ...facts }).terms
    expect(of({ cash_discount: terms })).toMatch(/^Si vous payez au plus tard le 2 déc\. 2026: .*escompte de 2 %/)
    expect(of({ due_date: null })).toBe('Payable à réception.')
    expect(electronicCreditNote(creditNoteOf(exampleLines, said)).terms).toBe(
      'Le montant est porté au crédit de votre compte.',
    )
  })

  test('have no empty element, and no character that XML does not allow', () => {
    const odd = { ...company, name: 'Signs & "Lines" <Ltd>\u0000\u001f' }
    const invoice = electronicInvoice(invoiceOf(exampleLines, { company: odd }))
    for (const text of [ublText(invoice), ciiText(invoice)]) {
      expect(text).not.toMatch(empty)
      expect(text).not.toMatch(/\p{Cc}(?<!\n)/u)
      expect(text).toContain('Signs &amp; &quot;Lines&quot; &lt;Ltd&gt;')
    }
  })

  test.each(['2026-11-20', null])(
    'a credit note has a delivery that is not empty, where its invoice was supplied on %s',
    (supply_date) => {
      const credit = electronicCreditNote(creditNoteOf(exampleLines, { supply_date }))
      expect(brokenRules(credit)).toEqual([])
      for (const text of [ublText(credit), ciiText(credit)]) expect(text).not.toMatch(empty)
      expect(ciiText(credit)).toContain('<ram:ApplicableHeaderTradeDelivery>')
    },
  )

  test('a credited amount is one of nothing that is counted, and breaks no rule', () => {
    const line = { qty: '1.0000', unit: null, unit_price: '42.3800', net: '42.38', by_amount: true }
    const of = exampleLines
      .slice(1, 2)
      .map((one) => ({ ...one, ...line, description: `Credit at ${one.vat_rate} %: Late` }))
    const credit = electronicCreditNote(creditNoteOf(of))
    expect(brokenRules(credit)).toEqual([])
    for (const text of [ublText(credit), ciiText(credit)]) {
      expect(text).toContain('unitCode="C62"')
      expect(text).toContain('Credit at ')
    }
  })

  test('the process of Peppol is named only where both parties have an address there', () => {
    const plain = electronicInvoice(invoiceOf(exampleLines, { client: { ...client, vat_number: null } }))
    expect(plain.profile).toBe('en16931')
    expect(ublText(plain)).toContain('<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>')
    expect(ublText(plain)).not.toMatch(/ProfileID|peppol/)
    const whole = ublText(electronicInvoice(invoiceOf(exampleLines)))
    expect(whole).toContain('<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>')
  })

  test('a PDF carries the same data, under the name that readers of Factur-X look for', async () => {
    const document = invoiceOf(exampleLines, { company: { ...company, name: 'Borg & Sons' } })
    const facturX = ciiText(electronicInvoice(document))
    const at = new Date('2026-11-22T10:00:00Z')
    const { objects, metadata } = readPdf(await paperPdf(invoicePaper(document), { fonts: paperFonts, at, facturX }))
    expect(objects.some((object) => object.includes('/AFRelationship /Alternative'))).toBe(true)
    expect(objects.some((object) => object.includes('(factur-x.xml)'))).toBe(true)
    expect(metadata).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
    expect(metadata).toContain('<rdf:li>Borg &amp; Sons</rdf:li>')
    expect(objects).toContain('(Borg & Sons)')
  })
})

test('a payment and a credit note change neither the amount to pay of the PDF nor the data inside it', async () => {
  const { gross } = invoiceOf(exampleLines)
  const document = invoiceOf(exampleLines, { paid: '700.00', credited: '753.45', balance: '0.00', status: 'paid' })
  const facturX = ciiText(electronicInvoice(document))
  const { pages } = readPdf(await paperPdf(invoicePaper(document), { fonts: paperFonts, at: examplesAt, facturX }))
  expect(pages.flat().join(' ')).toMatch(/Amount to pay €1,453\.45.*Credited −€753\.45 Balance €0\.00/)
  expect(facturX).toBe(ciiText(electronicInvoice(invoiceOf(exampleLines))))
  expect(facturX).toContain(`<ram:DuePayableAmount>${gross}</ram:DuePayableAmount>`)
})

test('an invoice names the deposit invoices that it deducts, and one before its money the day of its VAT', () => {
  const named = (name: string) => examples().find((one) => one.name === name)?.invoice ?? expect.fail(name)
  const numbersIn = (xml: string, element: string) =>
    [...xml.matchAll(new RegExp(`<${element}>\\s*<\\w+:(?:ID|IssuerAssignedID)>([^<]+)<`, 'g'))].map(
      ([, number]) => number,
    )
  const last = named('two-deposits')
  expect(numbersIn(ublText(last), 'cac:InvoiceDocumentReference')).toEqual(['INV-2026-0101', 'INV-2026-0103'])
  expect(numbersIn(ciiText(last), 'ram:InvoiceReferencedDocument')).toEqual(['INV-2026-0101'])
  // Its deductions are the invoice's: a credit note corrects that one alone.
  expect(numbersIn(ublText(named('credit-note-with-deduction')), 'cac:InvoiceDocumentReference')).toEqual([
    'INV-2026-0124',
  ])
  const asked = named('deposit-before-its-money')
  expect(ublText(asked)).toMatch(
    /<cac:InvoicePeriod>\s*<cbc:DescriptionCode>432<\/cbc:DescriptionCode>\s*<\/cac:InvoicePeriod>/,
  )
  expect(ciiText(asked)).toMatch(
    /<ram:CategoryCode>S<\/ram:CategoryCode>\s*<ram:DueDateTypeCode>72<\/ram:DueDateTypeCode>/,
  )
  expect(ublText(named('deposit'))).not.toContain('DescriptionCode')
})

test('a period of supply is on the paper and in both files, and one day is none', () => {
  const of = (supply_from: string | null) => invoiceOf(exampleLines, { supply_from, supply_date: '2026-11-20' })
  const period = electronicInvoice(of('2026-11-01'))
  expect(ublText(period)).toMatch(
    /<cac:InvoicePeriod>\s*<cbc:StartDate>2026-11-01<\/cbc:StartDate>\s*<cbc:EndDate>2026-11-20<\/cbc:EndDate>/,
  )
  expect(ciiText(period)).toMatch(
    /<ram:BillingSpecifiedPeriod>[\s\S]*20261101[\s\S]*20261120[\s\S]*<\/ram:BillingSpecifiedPeriod>/,
  )
  expect(invoicePaper(of('2026-11-01')).facts).toContainEqual({
    label: 'Period of supply',
    value: '1 Nov 2026 – 20 Nov 2026',
  })
  for (const from of [null, '2026-11-20']) expect(ublText(electronicInvoice(of(from)))).not.toContain('InvoicePeriod')
})
