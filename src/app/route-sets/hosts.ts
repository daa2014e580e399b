export type Host = {
  /** Host name, with or without a port. */
  host: string
  /** The bare domain of the public site; empty when it is not configured. */
  companyDomain: string
  /** Hosts that the operator named as the back office's, and the server's own in the office. */
  staffHosts?: readonly string[]
  /** Shown inside an embedding builder: then any host is a staff host. */
  embedded?: boolean
}

/** True when the host shows the back office: `client.` has it too, and the loopback addresses count as localhost. */
export function isStaffHost({ host, companyDomain, staffHosts = [], embedded }: Host): boolean {
  const name = hostName(host)
  if (staffHosts.some((each) => hostName(each) === name)) return true
  if (name.startsWith('client.')) return true
  if (name.startsWith('www.') || (companyDomain !== '' && name === companyDomain.toLowerCase())) return false
  return (
    embedded === true ||
    staffHostPrefixes.some((prefix) => name.startsWith(prefix)) ||
    name.includes('localhost') ||
    loopbackAddresses.includes(name) ||
    isBuilderHost(name)
  )
}

/** Hosts where the session check is skipped: they show frames, and the database answers nobody without a session. */
export const isPreviewHost = (host: string): boolean =>
  hostName(host).startsWith('preview.') || isBuilderHost(hostName(host))

const staffHostPrefixes = ['system.', 'portal.', 'preview.']
const loopbackAddresses = ['127.0.0.1', '[::1]']
const embeddingBuilders = ['lovable', 'webcontainer', 'stackblitz', 'codesandbox']

const isBuilderHost = (name: string) => embeddingBuilders.some((builder) => name.includes(builder))
const hostName = (host: string) => host.toLowerCase().replace(/:\d+$/, '')
