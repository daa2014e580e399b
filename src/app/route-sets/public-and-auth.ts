import { paths } from '../paths.ts'
import { anybody, type AppRoute, screensOf } from './route.ts'

const access = screensOf('access', { guard: anybody, frame: 'bare' })
const company = screensOf('company', { guard: anybody, frame: 'public' })
const payments = screensOf('payments', { guard: anybody, frame: 'public' })
const documents = screensOf('documents', { guard: anybody, frame: 'public' })

const signIn = {
  title: 'Sign in',
  purpose: 'Sign in, sign up, or ask for a new password.',
  load: () => import('../routes/auth.tsx'),
}

/** In every set, unless the set has its own screen at the path (spec 1 §2.1). */
export const publicAndAuthRoutes: readonly AppRoute[] = [
  access(paths.home, signIn),
  access(paths.auth, signIn),
  access(paths.resetPassword, {
    title: 'Reset password',
    purpose: 'Ask for a reset link, or set the new password.',
    load: () => import('../routes/reset-password.tsx'),
  }),
  access(paths.emailConfirmed, {
    title: 'Email confirmed',
    purpose: 'Says that the email address is confirmed.',
    load: () => import('../routes/email-confirmed.tsx'),
  }),
  access(paths.authCallback, {
    title: 'Verifying your email',
    purpose: 'Checks the link of a mail.',
    load: () => import('../routes/auth-callback.tsx'),
  }),

  payments(paths.payInvoice, {
    title: 'Pay an invoice',
    purpose: 'The invoice in short, what is still open, and how to pay all or part of it by card or bank transfer.',
  }),
  payments(paths.invoicePaid, {
    title: 'Invoice payment',
    purpose: 'Says whether the payment of an invoice has arrived, read from our books and not from the link.',
  }),
  payments(paths.paymentSucceeded, {
    title: 'Payment received',
    purpose: 'Confirms a payment once it has arrived, with the way back to the document it was for.',
  }),
  payments(paths.paymentFailed, {
    title: 'Payment not completed',
    purpose: 'Says that no money was taken, and offers to try again or to pay another way.',
  }),
  screensOf('tasks', { guard: anybody, frame: 'shared' })(paths.taskLocations, {
    title: 'Task locations',
    purpose: 'Open tasks gathered by the place where they are done, on a list and a map. Visitors see nothing private.',
    load: () => import('../routes/tasks-locations.tsx'),
  }),
  documents(paths.mockup, {
    title: 'Mockup',
    purpose: 'The mockups of a quotation, version by version: comment on the picture, approve it, or ask for changes.',
  }),
  company(paths.terms, {
    title: 'Terms and Conditions',
    purpose: 'The terms under which we work.',
    load: () => import('../routes/terms.tsx'),
  }),
  company(paths.privacyPolicy, {
    title: 'Privacy Policy',
    purpose: 'What we keep about you, why, and for how long.',
    load: () => import('../routes/privacy-policy.tsx'),
  }),
  company(paths.newBusinessRegistration, {
    title: 'Register a business',
    purpose:
      'A business asks to become a client: company, contact person, address and VAT number, checked by our office.',
  }),
]
