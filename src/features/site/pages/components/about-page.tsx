import { BlocksPage } from './blocks-page'

/** /about of the public site: who the company is, in its own words. */
export const AboutPage = () => <BlocksPage page="about" />
