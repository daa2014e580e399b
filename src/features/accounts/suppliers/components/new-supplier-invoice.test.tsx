// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { NewSupplierInvoice } from './new-supplier-invoice'

const cii = `<CrossIndustryInvoice>
  <ExchangedDocument><ID>F-9</ID><IssueDateTime><DateTimeString>20261103</DateTimeString></IssueDateTime></ExchangedDocument>
  <SupplyChainTradeTransaction>
    <ApplicableHeaderTradeAgreement><SellerTradeParty><Name>Sheets Ltd</Name></SellerTradeParty></ApplicableHeaderTradeAgreement>
    <ApplicableHeaderTradeSettlement><SpecifiedTradeSettlementHeaderMonetarySummation>
      <TaxBasisTotalAmount>45.00</TaxBasisTotalAmount><TaxTotalAmount>8.10</TaxTotalAmount>
    </SpecifiedTradeSettlementHeaderMonetarySummation></ApplicableHeaderTradeSettlement>
  </SupplyChainTradeTransaction></CrossIndustryInvoice>`

let calls: Call[]
let isKnown: boolean
let asked: object
let proposed: object[]
beforeEach(() => {
  localStorage.clear()
  isKnown = true
  proposed = []
  asked = { same_number: null, same_total: null, vat: null, vat_as: '8.00 of 45.00' }
  calls = serve(({ path }) =>
    path.includes('bill_questions')
      ? { body: asked }
      : path.includes('purchase_proposal')
        ? { body: proposed }
        : path.includes('/contacts') && isKnown
          ? { body: [{ id: '10000000-0000-4000-a000-000000000003', name: 'Sheets Ltd', type: 'Business' }] }
          : { body: [] },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const show = () =>
  showTo(
    'admin',
    <MemoryRouter>
      <NewSupplierInvoice onClose={() => {}} />
    </MemoryRouter>,
  )
const choose = async (user: ReturnType<typeof show>, file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('There is no field for a file')
  await user.upload(input, file)
}
const fieldOf = (label: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name: label }).value

test('an electronic invoice fills the form, and a discount without its day is not saved', async () => {
  const user = show()
  await choose(user, new File([cii], 'f-9.xml', { type: 'application/xml' }))
  await waitFor(() => expect(fieldOf(/^Invoice number/)).toBe('F-9'))
  expect([fieldOf(/^Net/), fieldOf(/^VAT/)]).toEqual(['45.00', '8.10'])
  await user.type(screen.getByRole('textbox', { name: /^Discount for paying early/ }), '2')
  await user.click(screen.getByRole('button', { name: 'Enter invoice' }))
  expect(await screen.findByText('Please say until when')).toBeTruthy()
  expect(calls.filter(({ path }) => path.includes('enter_supplier_invoice'))).toEqual([])
})

test('a bill of closed days says from which day it counts', async () => {
  asked = { same_number: null, same_total: null, vat: null, vat_as: '8.10 of 45.00', counts_from: '2026-12-01' }
  const user = show()
  await choose(user, new File([cii], 'f-9.xml', { type: 'application/xml' }))
  expect(await screen.findByText('The bill counts from 1 Dec 2026.')).toBeTruthy()
})

test('an electronic credit note is typed above zero, ticked as one, and entered below zero', async () => {
  const user = show()
  const noted = cii
    .replace('<ID>F-9</ID>', '<ID>CN-9</ID><TypeCode>381</TypeCode>')
    .replace(
      '</ApplicableHeaderTradeSettlement>',
      '<InvoiceReferencedDocument><IssuerAssignedID>F-7</IssuerAssignedID></InvoiceReferencedDocument></ApplicableHeaderTradeSettlement>',
    )
  await choose(user, new File([noted], 'cn-9.xml', { type: 'application/xml' }))
  await waitFor(() => expect(fieldOf(/^For invoice/)).toBe('F-7'))
  expect([fieldOf(/^Net/), fieldOf(/^VAT/)]).toEqual(['45.00', '8.10'])
  expect(screen.queryByRole('textbox', { name: /^Discount for paying early/ })).toBeNull()
  expect(within(screen.getByRole('region', { name: 'Sums of this invoice' })).getByText('−€53.10')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Enter invoice' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('enter_supplier_invoice'))?.body).toMatchObject({
      p_values: { net: '-45.00', vat: '-8.10', credited_number: 'F-7' },
    }),
  )
})

test('what is to be paid is said while net and VAT are typed', async () => {
  const user = show()
  const sums = within(await screen.findByRole('region', { name: 'Sums of this invoice' }))
  expect(sums.getAllByText('–')).toHaveLength(3)
  await user.type(screen.getByRole('textbox', { name: /^Net/ }), '100')
  await user.type(screen.getByRole('textbox', { name: /^VAT/ }), '18')
  expect(sums.getByText('€118.00')).toBeTruthy()
})

test('a file that holds no invoice says so, and what a person typed stays', async () => {
  const user = show()
  await user.type(screen.getByRole('textbox', { name: /^Invoice number/ }), 'A-1')
  await choose(user, new File(['x'], 'photo.jpg', { type: 'image/jpeg' }))
  expect(await screen.findByText('A photo is not read automatically. Please enter its data by hand.')).toBeTruthy()
  await choose(user, new File(['<!DOCTYPE a><Invoice/>'], 'bad.xml', { type: 'application/xml' }))
  const said = await screen.findByRole('alert')
  expect(said.textContent).toBe(
    'This file declares a document type, which invoices do not. It was not read. It is kept with the invoice: please enter its data below by hand.Try again',
  )
  expect(fieldOf(/^Invoice number/)).toBe('A-1')
  // The file stays with what is entered by hand, and stands beside the form.
  expect(screen.getByRole('link', { name: 'bad.xml' })).toBeTruthy()
})

test('a forwarded mail is entered with the PDF that it carries, which stands beside the form', async () => {
  const user = show()
  const mail = `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/pdf; name="A-7.pdf"\nContent-Transfer-Encoding: base64\n\n${btoa('%PDF-1.7')}\n--b--\n`
  await choose(user, new File([mail], 'Fwd invoice.eml', { type: 'message/rfc822' }))
  expect(await screen.findByTitle('A-7.pdf')).toBeTruthy()
  await choose(user, new File(['Subject: hello\n\nNo paper.'], 'hello.eml', { type: 'message/rfc822' }))
  expect(
    await screen.findByText(
      'This mail carries no PDF, no photo and no electronic invoice. Please choose the file itself.',
    ),
  ).toBeTruthy()
})

test('the supplier of a file before is not that of a file whose supplier nobody knows', async () => {
  const user = show()
  await choose(user, new File([cii], 'f-9.xml', { type: 'application/xml' }))
  const supplier = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Supplier/ }).value
  await waitFor(() => expect(supplier()).toBe('Sheets Ltd'))
  isKnown = false
  await choose(user, new File([cii.replace('F-9', 'F-10').replace('Sheets Ltd', 'Films Ltd')], 'f-10.xml'))
  expect(await screen.findByText(/No contact has this name: please choose the supplier/)).toBeTruthy()
  await waitFor(() => expect(supplier()).toBe(''))
})

test('a bill that may be a double, with VAT of no rate, is entered after both questions are answered', async () => {
  asked = {
    same_number: null,
    same_total: { id: 'e1000000-0000-4000-a000-000000000001', number: 'E3-100' },
    vat: 'VAT of €8.10 is no rate of €45.00: 5 % would be €2.25, 7 % would be €3.15.',
    vat_as: '8.10 of 45.00',
  }
  const user = show()
  await choose(user, new File([cii], 'f-9.xml', { type: 'application/xml' }))
  expect(await screen.findByText(/of this supplier has the same date and the same total/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'E3-100' }).getAttribute('href')).toContain('invoice=e1000000')
  expect(screen.getByText(/5 % would be €2.25/)).toBeTruthy()
  const enter = screen.getByRole('button', { name: 'Enter invoice' })
  await user.click(enter)
  expect(await screen.findByText('Please say why it is another bill')).toBeTruthy()
  expect(screen.getByText('Please confirm the VAT, or correct it')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /^Why it is another bill/ }), 'Two deliveries')
  await user.click(screen.getByRole('checkbox', { name: /^The VAT is as the paper says it/ }))
  await user.click(enter)
  const entered = await waitFor(() => {
    const call = calls.find(({ path }) => path.includes('enter_supplier_invoice'))
    if (!call) throw new Error('Not entered yet')
    return call
  })
  expect(entered.body).toMatchObject({
    p_values: { another_bill_reason: 'Two deliveries', vat_confirmed_as: '8.10 of 45.00' },
  })
})

test('a bill whose number is here already is not entered', async () => {
  asked = { ...asked, same_number: { id: 'e1000000-0000-4000-a000-000000000001', number: 'F 9' } }
  const user = show()
  await choose(user, new File([cii], 'f-9.xml', { type: 'application/xml' }))
  expect(await screen.findByText(/is the same number of this supplier/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Enter invoice' }))
  expect(await screen.findByText('The invoice F 9 of this supplier is here already')).toBeTruthy()
  expect(calls.filter(({ path }) => path.includes('enter_supplier_invoice'))).toEqual([])
})

const entered = () =>
  waitFor(() => {
    const call = calls.find(({ path }) => path.includes('enter_supplier_invoice'))
    if (!call) throw new Error('Not entered yet')
    return call.body
  })

test('of a supplier abroad reverse charge is proposed with its reason, and the VAT that is owed is said', async () => {
  proposed = [{ treatment: 'reverse_charge', rate: '18', deductible_pct: '100', reason: 'union_services' }]
  const user = show()
  await choose(user, new File([cii.replace('>8.10<', '>0.00<')], 'f-9.xml', { type: 'application/xml' }))
  expect(await screen.findByText(/the supplier has the VAT number of another EU country/)).toBeTruthy()
  expect(fieldOf(/^Your VAT rate/)).toBe('18')
  expect(within(screen.getByRole('region', { name: 'Sums of this invoice' })).getByText('€8.10')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Enter invoice' }))
  expect(await entered()).toMatchObject({
    p_values: { vat: '0.00', vat_treatment: 'reverse_charge', own_rate: '18.0000', deductible_pct: '100.00' },
  })
})

test('the treatment of an electronic invoice is that of its lines, and a person changes it', async () => {
  const user = show()
  const free = cii.replace('>8.10<', '>0.00<').replace(
    '<ApplicableHeaderTradeAgreement>',
    `<IncludedSupplyChainTradeLineItem><SpecifiedTradeProduct><Name>Film</Name></SpecifiedTradeProduct>
      <SpecifiedLineTradeAgreement><NetPriceProductTradePrice><ChargeAmount>45</ChargeAmount></NetPriceProductTradePrice></SpecifiedLineTradeAgreement>
      <SpecifiedLineTradeSettlement><ApplicableTradeTax><CategoryCode>K</CategoryCode></ApplicableTradeTax></SpecifiedLineTradeSettlement>
    </IncludedSupplyChainTradeLineItem><ApplicableHeaderTradeAgreement>`,
  )
  await choose(user, new File([free], 'f-9.xml', { type: 'application/xml' }))
  const treatment = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^VAT treatment/ })
  await waitFor(() => expect(treatment().value).toBe('Goods from another EU country'))
  await user.click(treatment())
  await user.click(await screen.findByRole('option', { name: 'Exempt' }))
  await user.click(screen.getByRole('button', { name: 'Enter invoice' }))
  expect(await entered()).toMatchObject({
    p_values: { vat_treatment: 'exempt' },
    p_lines: [{ description: 'Film', qty: '1', unit_price: '45', vat_rate: '0' }],
  })
})
