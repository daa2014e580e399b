import { describe, expect, test } from 'vitest'
import { paperTexts } from '../../shared/domain/texts/papers/load.ts'
import { isElectronic, obstaclesOfDraft } from '../electronic/billed.ts'
import { electronicInvoice } from '../electronic/invoice.ts'
import { ublText } from '../electronic/ubl.ts'
import { invoicePaper, quotationPaper } from './papers.ts'
import type { CompanyFacts, ContactFacts } from './source.ts'
import { client, company, exampleLines, invoiceOf, quotationOf } from './testing.ts'

const asked = { paper_size: 'a4', electronic_invoices: 'en16931', bank_fields: 'iban' } as const
const austin: CompanyFacts = {
  ...company,
  ...asked,
  address: '500 Congress Avenue',
  city: 'Austin, TX',
  postcode: '78701',
  country: 'United States',
  vat_number: null,
  tax_name: 'sales tax',
  tax_id_name: 'Tax ID',
  paper_size: 'letter',
  electronic_invoices: 'none',
  bank_fields: 'routing',
  bank_code: '021000021',
  account_number: '123456789',
  iban: null,
}
const lisbon: CompanyFacts = {
  ...company,
  ...asked,
  address: 'Rua do Ouro 1',
  city: 'Lisboa',
  postcode: '1100-001',
  country: 'Portugal',
  vat_number: 'PT501442600',
  tax_name: 'IVA',
  tax_id_name: 'NIF',
}
const inLisbon: ContactFacts = { ...client, country: 'Portugal', vat_number: '501442600' }
const wordsOf = (paper: object) => JSON.stringify(paper)

describe('the papers of a company in Austin', () => {
  const paper = invoicePaper({ ...invoiceOf(exampleLines), company: austin })
  test('say sales tax and never VAT, but for the number of a client abroad', () => {
    const domestic = { ...client, vat_number: null, country: 'United States' }
    const invoice = invoicePaper({ ...invoiceOf(exampleLines), company: austin, client: domestic })
    expect(wordsOf(invoice)).toContain('Sales tax')
    expect(wordsOf(invoice)).not.toContain('VAT')
    expect(paper.addressee.lines).toContain('VAT MT87654321')
  })
  test('are Letter, with the town before the postcode', () => {
    expect(paper.company.paperSize).toBe('letter')
    expect(paper.company.addressLines).toEqual(['500 Congress Avenue', 'Austin, TX 78701', 'United States'])
  })
  test('name routing number and account number, and have no QR code of SEPA', () => {
    expect(paper.payment?.facts).toEqual(
      expect.arrayContaining([
        { label: 'Routing number', value: '021000021' },
        { label: 'Account number', value: '123456789' },
      ]),
    )
    expect(paper.payment?.qr).toBeNull()
    expect(wordsOf(paper)).not.toContain('IBAN')
  })
  test('are no electronic invoices, and lack nothing for one', () => {
    const billed = { kind: 'invoice', document: { ...invoiceOf(exampleLines), company: austin } } as const
    expect([isElectronic(billed), obstaclesOfDraft(billed)]).toEqual([false, []])
  })
})

test('papers name what the law wants on letters, once, in the language of the paper, and the electronic invoice says it too', async () => {
  const gmbh = {
    ...company,
    name: 'Blitzschild GmbH',
    legal_form: 'GmbH',
    register_court: 'Amtsgericht München',
    registration_number: 'HRB 12345',
    represented_by: 'Petra Huber',
    legal_notice: 'Sitz der Gesellschaft: München',
  }
  const said = { language: 'de', texts: await paperTexts('de'), company: gmbh } as const
  expect(invoicePaper(invoiceOf(exampleLines, said)).company.facts.slice(3)).toEqual([
    'Amtsgericht München, HRB 12345',
    'Vertreten durch Petra Huber',
    'Sitz der Gesellschaft: München',
  ])
  expect(ublText(electronicInvoice(invoiceOf(exampleLines, said)))).toContain(
    '<cbc:CompanyLegalForm>Amtsgericht München, HRB 12345 · Vertreten durch Petra Huber · Sitz der Gesellschaft: München</cbc:CompanyLegalForm>',
  )
  // Without a register, and as older papers know it.
  const limited = { ...company, legal_form: 'Ltd', represented_by: null }
  expect(invoicePaper(invoiceOf(exampleLines, { company: limited })).company.facts.slice(3)).toEqual([
    'Ltd, Reg. C 12345',
  ])
  expect(electronicInvoice(invoiceOf(exampleLines)).seller.legal).toBeNull()
})

test('what is exempt says why in the words of the company, on paper and in the electronic invoice', () => {
  const small = { ...company, exemption_note: 'Steuerbefreiung für Kleinunternehmer (§ 19 UStG).' }
  const free = exampleLines.map((line) => ({ ...line, vat_rate: '0.00', vat_treatment: 'exempt' as const }))
  const invoice = invoiceOf(free, { company: small })
  expect(wordsOf(invoicePaper(invoice))).toContain(small.exemption_note)
  expect(wordsOf(invoicePaper(invoiceOf(free)))).toContain('Exempt')
  expect(wordsOf(invoicePaper(invoiceOf(free)))).not.toContain(small.exemption_note)
  expect(ublText(electronicInvoice(invoice))).toContain(
    `<cbc:TaxExemptionReason>${small.exemption_note}</cbc:TaxExemptionReason>`,
  )
  // A reverse charge is another reason.
  const abroad = exampleLines.map((line) => ({ ...line, vat_rate: '0.00', vat_treatment: 'reverse_charge' as const }))
  expect(wordsOf(invoicePaper(invoiceOf(abroad, { company: small })))).not.toContain(small.exemption_note)
})

test('the papers of a company in Lisbon say IVA and NIF, and write the address as there', () => {
  const paper = quotationPaper({ ...quotationOf(exampleLines), company: lisbon, client: inLisbon })
  expect(paper.due?.label).toBe('Total with IVA')
  expect(paper.vat?.columns.map(({ label }) => label)).toEqual(['IVA', 'Net', 'IVA amount'])
  expect(paper.company.facts).toContain('NIF PT501442600')
  expect(paper.addressee.lines).toContain('NIF 501442600')
  expect(paper.company.addressLines).toEqual(['Rua do Ouro 1', '1100-001 Lisboa', 'Portugal'])
  expect(wordsOf(paper)).not.toContain('VAT')
})

test('a snapshot from before says VAT, is A4 and keeps its address', () => {
  const paper = invoicePaper({ ...invoiceOf(exampleLines), company: { ...company, country: 'United Kingdom' } })
  expect(paper.totals.map(({ label }) => label)).toContain('VAT')
  expect(paper.company.paperSize).toBe('a4')
  expect(paper.company.addressLines).toEqual(['12, Triq il-Kbira', 'ZBG 1234 Ħaż-Żebbuġ', 'United Kingdom'])
})

test('an export leaves the Union only from inside of it', () => {
  const lines = exampleLines.map((line) => ({ ...line, vat_rate: '0.00', vat_treatment: 'export' as const }))
  const remarks = (of: CompanyFacts) => quotationPaper({ ...quotationOf(lines), company: of }).remarks
  expect(remarks(lisbon)).toEqual(['Export of goods to a place outside the European Union: no IVA is charged.'])
  expect(remarks(austin)).toEqual(['Export: no sales tax is charged.'])
})

test('a sort code is written in pairs', () => {
  const london: CompanyFacts = { ...lisbon, bank_fields: 'sort_code', bank_code: '200000', account_number: '55779911' }
  const { payment } = invoicePaper({ ...invoiceOf(exampleLines), company: london })
  expect(payment?.facts).toContainEqual({ label: 'Sort code', value: '20-00-00' })
})
