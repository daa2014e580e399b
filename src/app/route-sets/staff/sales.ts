import { paths } from '../../paths.ts'
import { adminOnly, type AppRoute, screensOf, staffOnly, viewersOf } from '../route.ts'

const quotations = screensOf('quotations', { guard: viewersOf('quotations'), frame: 'staff' })
const orders = screensOf('orders', { guard: viewersOf('orders'), frame: 'staff' })

export const salesRoutes: readonly AppRoute[] = [
  quotations(paths.quotations, {
    title: 'Quotations',
    purpose: 'All quotations by status, value and age; copy an old one, or start a new one.',
  }),
  quotations(paths.quotation, {
    title: 'Quotation',
    purpose: 'Lines with sizes, options, quantity breaks and totals, edited by several people at once.',
  }),
  quotations(paths.quotationHistory, {
    title: 'Quotation History',
    purpose: 'Every version of a quotation, side by side.',
  }),
  quotations(paths.sendQuotation, {
    title: 'Send Quotation',
    purpose: 'Choose the template and the recipients, look at the mail, and send it now or later.',
  }),
  quotations(paths.quotationsActivity, {
    title: 'Quotation Views',
    purpose: 'Which client opened which quotation, and when.',
  }),
  quotations(paths.calculator, {
    title: 'Price Calculator',
    purpose: 'A price from material, machine, labour, waste and markup, ready to put into a quotation.',
  }),
  quotations(paths.calculation, {
    title: 'Price Calculation',
    purpose: 'A saved calculation: change it, copy it, or put it into a quotation.',
  }),
  quotations(paths.designerInterview, {
    title: 'Designer Interview',
    purpose: 'What a client needs, asked step by step, as the brief for the designers.',
    guard: staffOnly,
  }),
  quotations(paths.savedInterviews, {
    title: 'Saved Interviews',
    purpose: 'Briefs that were started or sent; turn one into a quotation.',
    guard: staffOnly,
  }),
  quotations(paths.fixQuotationStatus, {
    title: 'Fix Quotation Status',
    purpose: 'Puts a quotation into another status with a reason, which the change log keeps.',
    guard: adminOnly,
  }),
  orders(paths.orders, {
    title: 'Orders',
    purpose: 'Orders with due date, deposit, and how much is made, delivered and invoiced.',
  }),
  orders(paths.order, {
    title: 'Order',
    purpose: 'One order: lines, jobs, mockups, deliveries, invoices, payments, and its story in time.',
  }),
  orders(paths.fetchOrderData, {
    title: 'Fetch Order Data',
    purpose: 'Looks an order up by its number or its link.',
  }),
]
