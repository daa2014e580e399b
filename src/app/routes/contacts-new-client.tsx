import { NewClientScreen } from '@/features/people/contacts/components/new-client-screen'
import { contactLinks } from './contact-links'

export const Component = () => <NewClientScreen links={contactLinks} />
