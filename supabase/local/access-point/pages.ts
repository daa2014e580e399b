import { ublText } from '../../../src/documents/electronic/ubl.ts'
import { escapeHtml } from '../../../src/shared/domain/text/escape-html.ts'
import { testPage } from '../bank/pages.ts'

/** What the test access point can bring to the company; the first is the default. */
const deliveries = [
  { name: 'good', label: 'An invoice of this supplier' },
  { name: 'again', label: 'The same message once more' },
  { name: 'broken', label: 'A file that cannot be read' },
] as const
export type Delivery = (typeof deliveries)[number]['name']

export const deliveryNamed = (name: unknown): Delivery | null =>
  deliveries.find((each) => each.name === name)?.name ?? null

/** The page on which somebody who tries the product sends its company an invoice. */
export const sendingPage = (said: string | null): Response =>
  testPage('Test access point', {
    title: 'Send the company an invoice',
    lead: 'For trying the product. Nothing leaves this machine.',
    content: `${said === null ? '' : `<p role="status">${escapeHtml(said)}</p>`}
<form method="post" action="/access-point">
<label>Tax number of the supplier<input name="vat" required maxlength="20"></label>
<label>Number of the purchase order<input name="order" maxlength="60"></label>
<fieldset><legend>What the test access point brings</legend>
${deliveries
  .map(
    ({ name, label }, index) =>
      `<label class="choice"><input type="radio" name="delivery" value="${name}"${index === 0 ? ' checked' : ''}><span><strong>${label}</strong></span></label>`,
  )
  .join('\n')}
</fieldset>
<button>Send</button>
</form>`,
  })

/** An invoice over 118.00 of a supplier with this tax number, as UBL. */
export const supplierInvoice = (given: { number: string; vat: string; order: string; day: string }): string =>
  ublText({
    profile: 'peppol',
    type: '380',
    number: given.number,
    issued: given.day,
    due: null,
    note: null,
    currency: 'EUR',
    books: null,
    buyerReference: null,
    orderReference: given.order || null,
    preceding: [],
    taxPoint: null,
    seller: {
      ...nobody,
      name: `Supplier ${given.vat}`,
      vatNumber: given.vat,
      endpoint: { scheme: '9943', id: given.vat },
    },
    buyer: { ...nobody, name: 'The company' },
    deliveredOn: null,
    deliveredTo: null,
    period: null,
    payment: null,
    terms: 'Payable on receipt.',
    reasons: { discount: 'Discount', rest: 'Rounding of parts' },
    lines: [
      {
        ...{ id: '1', note: null, name: 'Acrylic sheet', description: null, qty: '2', unit: 'H87', price: '50.00' },
        ...{ discount: null, rest: null, net: '100.00', category: 'S', rate: '18.00' },
      },
    ],
    taxes: [{ category: 'S', rate: '18.00', base: '100.00', vat: '18.00', reason: null, reasonCode: null }],
    totals: { lines: '100.00', net: '100.00', vat: '18.00', gross: '118.00', prepaid: '0.00', payable: '118.00' },
  })

const nobody = {
  identifier: null,
  ...{
    registration: null,
    legal: null,
    address: [],
    city: null,
    postcode: null,
    state: null,
    country: 'MT',
    endpoint: null,
  },
  ...{ vatNumber: null, contact: { name: null, phone: null, email: null } },
}
