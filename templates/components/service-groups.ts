import type { Listed, SiteCollections, SiteView } from "eventsite/kit";

export type ListedService = Listed<SiteCollections["services"]>;

export interface ServiceGroup {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly services: readonly ListedService[];
}

interface Grouping {
  readonly groups: readonly ServiceGroup[];
  readonly byId: ReadonlyMap<string, ServiceGroup>;
  /** The position of a service in its group. */
  readonly positions: ReadonlyMap<string, number>;
}

// The view returns the same list for all pages, so grouping is done once per build.
const groupings = new WeakMap<readonly ListedService[], Grouping>();

function grouping(site: SiteView): Grouping {
  const services = site.list("services");
  const known = groupings.get(services);
  if (known) return known;
  const made = group(services, site.settings.serviceGroups);
  groupings.set(services, made);
  return made;
}

function group(services: readonly ListedService[], declared: readonly Omit<ServiceGroup, "services">[]): Grouping {
  const members = new Map<string, ListedService[]>(declared.map(({ id }) => [id, []]));
  const positions = new Map<string, number>();
  for (const service of services) {
    const peers = members.get(service.data.group);
    if (!peers) continue;
    positions.set(service.slug, peers.length);
    peers.push(service);
  }
  const groups = declared
    .map((each) => ({ ...each, services: members.get(each.id) ?? [] }))
    .filter((each) => each.services.length > 0);
  return { groups, byId: new Map(groups.map((each) => [each.id, each])), positions };
}

/** The groups in the order of site.yaml with their services in list order; a group without services is left out. */
export const serviceGroups = (site: SiteView): readonly ServiceGroup[] => grouping(site).groups;

/** The services after this one in its group, from the start again after the last; none for what is not a service. */
export function nextInGroup(slug: string, site: SiteView, count: number): readonly ListedService[] {
  const { byId, positions } = grouping(site);
  const position = positions.get(slug);
  if (position === undefined) return [];
  const peers = byId.get(site.find("services", slug).data.group)?.services ?? [];
  const others = Math.min(count, peers.length - 1);
  return Array.from({ length: others }, (_, step) => peers[(position + 1 + step) % peers.length]).filter(
    (peer) => peer !== undefined,
  );
}
