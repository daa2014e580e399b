export { ContactTypesScreen as Component } from '@/features/people/contacts/components/contact-types-screen'
