#!/bin/bash
# develop.sh RENDERS_DIR OUT_DIR [name ...]   -> finished WebP files, one recipe per picture
here=$(dirname "$(readlink -f "$0")"); in=$1; out=$2; shift 2; want=" $* "
dev() { # slug, render folder, options
  local slug=$1 src=$2; shift 2
  [ "$want" != "  " ] && [[ "$want" != *" $slug "* ]] && return
  [ -f "$in/$src/rgb0001.exr" ] || return
  ${PYTHON:-python3} "$here/finish.py" "$in/$src" "$out/$slug.webp" --width 1600 --quality 91 "$@"
}
night="--shadow #101826 --shadowamt .28"
dev gala-ballroom     ballroom-hero    --ev -.15 --contrast 1.35 --warm -.05 --sat .86 --vignette .45 $night
dev hotel-ballroom    ballroom-wide    --ev  .05 --contrast 1.25 --warm -.05 --sat .84 --vignette .40 $night
dev gala-detail       ballroom-detail  --ev  .0  --contrast 1.30 --warm -.05 --sat .86 --vignette .40 $night
dev conference-stage  stage-hero       --ev  .25 --contrast 1.15 --sat .94 --bloom .13 --vignette .30 $night
dev theatre-seats     stage-seats      --ev  .35 --contrast 1.15 --sat .92 --bloom .13 --vignette .30 $night
dev stage-lectern     stage-lectern    --ev  .20 --contrast 1.15 --sat .92 --bloom .13 --vignette .30 $night
dev skyline-blue-hour skyline-hero     --ev -.10 --contrast 1.25 --haze .22 --hazecol '#9a92ae' --vignette .30 --shadow '#0d1a30' --shadowamt .25
dev skyline-wide      skyline-wide     --ev -.10 --contrast 1.25 --haze .22 --hazecol '#9a92ae' --vignette .30 --shadow '#0d1a30' --shadowamt .25 --width 2000
dev warehouse-tables  warehouse-hero   --ev  .20 --contrast 1.10 --sat .84 --warm -.04 --vignette .35 $night
dev rooftop-dusk     rooftop-hero     --ev -.18 --contrast 1.35 --sat .82 --haze .24 --hazecol '#a295ac' --bloom .13 --vignette .5 $night
dev rooftop-lounge   rooftop-detail   --ev -.10 --contrast 1.30 --sat .84 --haze .22 --hazecol '#a295ac' --bloom .13 --vignette .45 $night
dev microphone       detail-mic       --ev -.30 --contrast 1.35 --sat .88 --vignette .45 $night
dev piano-keys        detail-keys      --ev  .05 --contrast 1.15 --sat .90 --vignette .35 $night
dev turntable         detail-deck      --ev  .35 --contrast 1.10 --sat .92 --vignette .35 $night
dev champagne-coupes  detail-coupes    --ev  .0  --contrast 1.20 --sat .88 --warm -.03 --vignette .35 $night
dev table-setting     detail-place     --ev  .15 --contrast 1.20 --sat .90 --warm -.04 --vignette .35 $night
dev floor-plan        detail-paper     --ev  .25 --contrast 1.10 --sat .95 --vignette .25
dev bokeh-band        detail-bokeh     --ev -.95 --contrast 1.35 --sat .82 --vignette .45 --width 2000 $night
# variants and later scenes: the render's options are in README.md
dev ballroom-tables   ballroom-tables  --ev -.10 --contrast 1.30 --warm -.05 --sat .86 --vignette .40 $night
dev ballroom-candles  ballroom-candles --ev -.10 --contrast 1.30 --warm -.05 --sat .86 --vignette .40 $night
dev stage-ice         stage-ice        --ev .25 --contrast 1.15 --sat .80 --bloom .13 --vignette .30 $night
dev stage-rose        stage-rose       --ev .20 --contrast 1.15 --sat .86 --bloom .13 --vignette .30 $night
dev stage-stream      stage-stream     --ev .25 --contrast 1.15 --sat .90 --bloom .13 --vignette .30 $night
dev skyline-contact   skyline-contact  --ev -.10 --contrast 1.25 --haze .22 --hazecol '#9a92ae' --vignette .30 --shadow '#0d1a30' --shadowamt .25
dev warehouse-wide    warehouse-wide   --ev .25 --contrast 1.10 --sat .82 --warm -.04 --vignette .35 $night
dev workshop-table    details-notebook --ev .42 --contrast 1.28 --sat 1.0 --warm .05 --vignette .30
dev exhibition-hall   expo-aisle       --ev .20 --contrast 1.15 --sat .86 --bloom .12 --vignette .30 $night
dev workshop-notes    tabletop-notes   --ev .22 --contrast 1.15 --sat .92 --vignette .28
dev scale-model       tabletop-model   --ev .20 --contrast 1.15 --sat .92 --vignette .28 --shadow '#101826' --shadowamt .15
dev front-desk        tabletop-bell    --ev .20 --contrast 1.20 --sat .86 --warm -.04 --vignette .35 --crop 0,.1,.8,.9 $night
dev award-trophies    tabletop-awards  --ev .05 --contrast 1.20 --sat .84 --warm -.04 --vignette .35 $night
dev venue-keys        tabletop-keys    --ev .15 --contrast 1.20 --sat .84 --warm -.04 --vignette .40 $night
dev festive-branch    tabletop-baubles --ev .20 --contrast 1.20 --sat .88 --warm -.03 --vignette .35 $night
dev covered-product   backstage-reveal --ev .20 --contrast 1.20 --sat .84 --vignette .35 $night
dev road-cases        backstage-cases  --ev .35 --contrast 1.20 --sat .88 --vignette .30 --shadow '#101826' --shadowamt .18
dev dressing-room     backstage-mirror --ev .25 --contrast 1.15 --sat .86 --warm -.04 --vignette .35 $night
dev control-room      backstage-control --ev .15 --contrast 1.20 --sat .82 --vignette .35 $night
dev cloakroom         backstage-tags   --ev .30 --contrast 1.15 --sat .70 --warm -.03 --vignette .30 $night
dev closed-doors      backstage-doors  --ev .05 --contrast 1.15 --sat .55 --vignette .40 $night
# details of a picture, cut from it
dev scale-model-table tabletop-model   --ev .20 --contrast 1.15 --sat .92 --vignette .28 --shadow '#101826' --shadowamt .15 --crop .61,.45,.88,.93 --width 800
dev name-card         details-notebook --ev .42 --contrast 1.28 --sat 1.0 --warm .05 --vignette .30 --crop .20,.42,.52,.99 --width 800
dev candle-garland    detail-place     --ev .15 --contrast 1.20 --sat .90 --warm -.04 --vignette .35 --crop .18,.06,.58,.77 --width 800 $night
