import { BlocksPage } from './blocks-page'

/** /services of the public site: every service with its price, and what the office wrote around them. */
export const ServicesPage = () => <BlocksPage page="services" />
