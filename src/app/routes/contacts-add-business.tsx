import { AddContactScreen } from '@/features/people/contacts/components/add-contact-screen'
import { contactLinks } from './contact-links'

export const Component = () => <AddContactScreen kind="Business" links={contactLinks} />
