// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
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
beforeEach(() => {
  localStorage.clear()
  isKnown = true
  calls = serve(({ path }) =>
    path.includes('/contacts') && isKnown
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

test('a file that holds no invoice says so, and what a person typed stays', async () => {
  const user = show()
  await user.type(screen.getByRole('textbox', { name: /^Invoice number/ }), 'A-1')
  await choose(user, new File(['x'], 'photo.jpg', { type: 'image/jpeg' }))
  expect(await screen.findByText('A photo is not read by itself. Please type in what stands on it.')).toBeTruthy()
  await choose(user, new File(['<!DOCTYPE a><Invoice/>'], 'bad.xml', { type: 'application/xml' }))
  expect(await screen.findByText(/declares a document type/)).toBeTruthy()
  expect(fieldOf(/^Invoice number/)).toBe('A-1')
})

test('a forwarded mail is entered with the PDF that it carries, which stands beside the form', async () => {
  const user = show()
  const mail = `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/pdf; name="A-7.pdf"\nContent-Transfer-Encoding: base64\n\n${btoa('%PDF-1.7')}\n--b--\n`
  await choose(user, new File([mail], 'Fwd invoice.eml', { type: 'message/rfc822' }))
  expect(await screen.findByTitle('A-7.pdf')).toBeTruthy()
  await choose(user, new File(['Subject: hello\n\nNo paper.'], 'hello.eml', { type: 'message/rfc822' }))
  expect(await screen.findByText('This mail carries no PDF, no photo and no electronic invoice.')).toBeTruthy()
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
