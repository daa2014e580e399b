import { BlocksPage } from './blocks-page'

/** /work of the public site: photographs of what was made. */
export const WorkPage = () => <BlocksPage page="work" />
