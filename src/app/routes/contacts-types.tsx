export { ContactTypesScreen as Component } from '@/features/contacts/components/contact-types-screen'
