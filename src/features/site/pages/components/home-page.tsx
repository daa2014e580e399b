import { BlocksPage } from './blocks-page'

/** / of the public site: the blocks that the office wrote; before that, what the company's records say. */
export const HomePage = () => <BlocksPage page="home" />
