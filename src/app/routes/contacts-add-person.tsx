import { AddContactScreen } from '@/features/people/contacts/components/add-contact-screen'
import { contactLinks } from './contact-links'

export const Component = () => <AddContactScreen kind="Person" links={contactLinks} />
