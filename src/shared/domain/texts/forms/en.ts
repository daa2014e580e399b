/** What the forms of the site share, in English. */
export const english = {
  optional: '(optional)',
  sending: 'Sending…',
  enter_your: 'Please enter your {label}',
  bad_email: 'Please enter a valid e-mail address',
  name: 'Name',
  email: 'E-mail',
  phone: 'Telephone',
  business: 'Business',
} as const
