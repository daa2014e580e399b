/** What stands around the legal texts of the company, in English. */
export const english = {
  privacy: 'Privacy Policy',
  terms: 'Terms and Conditions',
  published: 'Version {version}, published on {day}',
  not_current: 'This text does not hold any more.',
  read_current: 'Read the one that holds today',
  reach: 'How to reach us',
  no_version: 'There is no such version.',
  not_published: 'We have not published this text yet. Please ask us if you need it.',
  versions_of: 'Versions of this text',
  all_versions: 'All versions',
  version: 'Version {version}',
  holds_since: 'holds since {day}',
  held_from: 'held from {day}',
  phone: 'Phone',
  email: 'Email',
  registration_number: 'Registration number',
} as const
