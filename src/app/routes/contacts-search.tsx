import { ContactsScreen } from '@/features/people/contacts/components/contacts-screen'
import { contactLinks } from './contact-links'

export const Component = () => <ContactsScreen links={contactLinks} focusSearch />
