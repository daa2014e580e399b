import { NewClientScreen } from '@/features/contacts/components/new-client-screen'
import { contactLinks } from './contact-links'

export const Component = () => <NewClientScreen links={contactLinks} />
