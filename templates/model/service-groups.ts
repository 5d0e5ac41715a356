import type { Derivation, Listed, SiteCollections, SiteLists } from "eventsite/kit";

export type ListedService = Listed<SiteCollections["services"]>;

export interface ServiceGroup {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly services: readonly ListedService[];
}

/** The groups in the order of site.yaml with their services in list order; a group without services is left out. */
export function serviceGroups({ settings, list }: SiteLists): readonly ServiceGroup[] {
  const members = new Map<string, ListedService[]>(settings.serviceGroups.map(({ id }) => [id, []]));
  for (const service of list("services")) members.get(service.data.group)?.push(service);
  return settings.serviceGroups
    .map((group) => ({ ...group, services: members.get(group.id) ?? [] }))
    .filter(({ services }) => services.length > 0);
}

/** The number of services that are shown beside one. */
const NEXT = 3;

/** By the slug of a service, the slugs of those after it in its group, from the start again after the last. */
export const nextInGroup: Derivation<ReadonlyMap<string, readonly string[]>> = {
  name: "next in group",
  make(site) {
    const groups = serviceGroups(site).map(({ services }) => services.map(({ slug }) => slug));
    return new Map(groups.flatMap((peers) => peers.map((slug, position) => [slug, after(peers, position)])));
  },
};

function after(peers: readonly string[], position: number): readonly string[] {
  const twice = [...peers.slice(position + 1, position + 1 + NEXT), ...peers.slice(0, Math.min(position, NEXT))];
  return twice.slice(0, NEXT);
}
