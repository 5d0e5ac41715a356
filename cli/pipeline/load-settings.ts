// Loads the settings of the site from site.yaml, and applies what has a date.

import { clockOf } from "../content/publication/clock.ts";
import { applyEdits, editsAt } from "../content/publication/edits.ts";
import type { LinkTargets } from "../content/references/link-targets.ts";
import { EMPTY_SETTINGS, readSettings, resolveSettings, type Settings } from "../content/settings/read-settings.ts";
import type { SourceRef } from "../content/sources/list-sources.ts";
import { type StageContext, stampOf } from "./stage-context.ts";

/** The file is only read again if it has changed, its stamp cannot be trusted, or something in it has a date. */
export function loadSettings(context: StageContext, site: SourceRef): Settings {
  const { config, templates, records } = context;
  const stamp = stampOf(context, site) ?? "";
  const cached = records.settings.get(stamp);
  if (cached) return { ...cached, clock: clockOf(config, cached.clock.timeZone) };
  const settings = readSettings(site, templates, config);
  records.settings.clear();
  if (stamp !== "" && settings.dated.length === 0) records.settings.set(stamp, settings);
  return settings;
}

/** The settings at the moment of the site, with the pictures that they name. */
export function resolveSettingsNow(
  { templates }: StageContext,
  site: SourceRef,
  settings: Settings,
  index: LinkTargets,
) {
  const visit = templates.compileFieldVisitor(templates.templates.settings);
  const { dropped, images, diagnostics } = resolveSettings(site, settings, visit, index);
  const edits = editsAt(settings.dated, dropped, settings.clock, (use) => visit(settings.withTokens, use));
  return { values: applyEdits(settings.final ?? EMPTY_SETTINGS, edits), edits, images, diagnostics };
}
