import { ContactsScreen } from '@/features/contacts/components/contacts-screen'
import { contactLinks } from './contact-links'

export const Component = () => <ContactsScreen links={contactLinks} />
