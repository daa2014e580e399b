import { paths } from '../paths.ts'
import { clientQuotationRoutes } from './client.ts'
import { publicAndAuthRoutes } from './public-and-auth.ts'
import { anybody, type AppRoute, redirect, type RouteSet, screensOf, signedIn } from './route.ts'

const website = screensOf('website', { guard: anybody, frame: 'public' })
const products = screensOf('catalogue', { guard: anybody, frame: 'public' })
const documents = screensOf('documents', { guard: anybody, frame: 'public' })
const payments = screensOf('payments', { guard: anybody, frame: 'public' })

const siteRoutes: readonly AppRoute[] = [
  website(paths.home, {
    title: 'Home',
    purpose: 'Who we are and what we make: signs, print and displays, with recent work and a way to reach us.',
  }),
  website(paths.comingSoon, { title: 'Coming soon', purpose: 'Announces what is about to open on this site.' }),
  website(paths.websitePreview, { title: 'New website', purpose: 'A preview of the next version of this site.' }),
  website(paths.scheduleAppointment, {
    title: 'Book an appointment',
    purpose: 'Choose a free time for a visit or a call; a time that somebody else takes disappears at once.',
  }),
  website(paths.appointmentConfirmed, {
    title: 'Appointment confirmed',
    purpose: 'When and where we meet, a calendar file, and the way to move or cancel.',
  }),
  website(paths.leaveReview, { title: 'Leave a review', purpose: 'Tell us and others how we did.' }),
  website(paths.tips, { title: 'Tips and advice', purpose: 'Articles about choosing, ordering and caring for signs.' }),
  website(paths.tip, { title: 'Tips and advice', purpose: 'One article, with what to read next.' }),
  website(paths.clientRegistration, {
    title: 'Register as a client',
    purpose: 'A person asks to become a client; our office checks and confirms by mail.',
  }),
  website(paths.addPerson, {
    title: 'Add a contact person',
    purpose: 'Name a person of your business who may order or approve; our office checks and confirms by mail.',
  }),
]

const catalogueRoutes: readonly AppRoute[] = [
  products(paths.services, {
    title: 'Services',
    purpose: 'Everything we make and do, with pictures and starting prices.',
  }),
  products(paths.service, { title: 'Service', purpose: 'One service: materials, sizes, examples, and how to order.' }),
  products(paths.manufacturedProducts, { title: 'Products', purpose: 'The products we manufacture ourselves.' }),
  products(paths.manufacturedProduct, {
    title: 'Product',
    purpose: 'One product: pictures, sizes and its starting price.',
  }),
  products(paths.productSettings, {
    title: 'Configure a product',
    purpose: 'Choose size, material and options; the price follows every choice.',
  }),
  redirect(paths.ourWork, paths.services),
  redirect(paths.jobTypes, paths.services),
  redirect(paths.jobTypePages, paths.services),
]

const documentRoutes: readonly AppRoute[] = [
  documents(paths.invoice, {
    title: 'Your invoice',
    purpose: 'The invoice with its lines, as a PDF, and a way to pay.',
  }),
  documents(paths.creditNote, { title: 'Your credit note', purpose: 'The credit note with its lines, as a PDF.' }),
  documents(paths.statement, {
    title: 'Your statement',
    purpose: 'Invoices and payments with the running balance, and a way to pay all or some of them.',
  }),
  payments(paths.statementPaid, {
    title: 'Statement payment',
    purpose: 'Says whether the payment of a statement has arrived, read from our books and not from the link.',
  }),
  documents(paths.deliveryNote, {
    title: 'Delivery note',
    purpose: 'What was delivered, where and when, and who signed for it.',
  }),
  documents(paths.partialDeliveryNote, {
    title: 'Partial delivery note',
    purpose: 'One drop of a delivery: ordered, brought now, brought before, and still to come.',
  }),
  documents(paths.deliveryNotes, {
    title: 'Delivery notes',
    purpose: 'Your delivery notes, newest first, each as a page and a PDF.',
    guard: signedIn,
  }),
]

/** The public site of the company (spec 1 §2.4). */
export const marketingSet: RouteSet = {
  name: 'marketing',
  fallback: 'not-found',
  routes: [...siteRoutes, ...catalogueRoutes, ...documentRoutes, ...clientQuotationRoutes, ...publicAndAuthRoutes],
}
