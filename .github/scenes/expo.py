"""Exhibition hall before opening: stands in two rows along a carpet, halo signs, lit panels, counters and stools.

--view hero
"""
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from props import *

VIEW = arg('view', 'hero'); SEED = int(arg('seed', 7))
reset(SEED); R = random.Random(SEED)
M = Mats()
plane('floor', 80, 120, (0, 30, 0), mat('floor', '#23262b', .22, noise_rough=(1.4, .16, .34)))
box('aisle', 3.6, 90, .012, (0, 34, 0), mat('aisle', '#222c39', .95, sheen=.6))
plane('ceil', 80, 120, (0, 30, 10.5), mat('ceil', '#0b0d11', .9), (math.pi, 0, 0))
box('end', 80, .3, 11, (0, 78, 0), mat('end', '#141820', .9))
white = mat('panel', '#e9e6df', .55); wood = mat('oakw', '#8a6140', .4, coat=.2); dark = mat('dark', '#15181d', .5); steel = mat('steelt', '#5a5e64', .35, metal=1)


def screen(name, base, disc, strength, cx=.5, cy=.35, r=.32):
    """A lit panel with one plain disc of colour: nobody's brand."""
    m = bpy.data.materials.new(name); m.use_nodes = True
    nt = m.node_tree; nt.nodes.clear(); N, L = nt.nodes.new, nt.links.new
    tc = N('ShaderNodeTexCoord'); mp = N('ShaderNodeMapping'); mp.inputs['Location'].default_value = (-cx * 1.2, -cy, 0); mp.inputs['Scale'].default_value = (1.2, 1, 1)
    L(tc.outputs['UV'], mp.inputs[0])
    ln = N('ShaderNodeVectorMath'); ln.operation = 'LENGTH'; L(mp.outputs[0], ln.inputs[0])
    st = N('ShaderNodeMath'); st.operation = 'LESS_THAN'; st.inputs[1].default_value = r; L(ln.outputs['Value'], st.inputs[0])
    mx = N('ShaderNodeMixRGB'); mx.inputs[1].default_value = srgb(base); mx.inputs[2].default_value = srgb(disc); L(st.outputs[0], mx.inputs[0])
    e = N('ShaderNodeEmission'); e.inputs[1].default_value = strength; L(mx.outputs[0], e.inputs[0])
    o = N('ShaderNodeOutputMaterial'); L(e.outputs[0], o.inputs[0])
    return m


def wall(w, h, m):
    v = [(-w / 2, 0, 0), (w / 2, 0, 0), (w / 2, 0, h), (-w / 2, 0, h)]
    return obj(mesh('scr', v, [(0, 1, 2, 3)], m, False, [(0, 0), (1, 0), (1, 1), (0, 1)]))


def stool():
    return [obj(lathe('seat', [(0, .70), (.17, .70), (.18, .72), (.17, .75), (0, .75)], wood, 40)), tube_between('leg', (0, 0, .02), (0, 0, .7), .018, steel, 16),
            obj(lathe('foot', [(0, .0), (.21, .0), (.2, .012), (0, .02)], steel, 40)), curve('ring', [(.14 * math.cos(a), .14 * math.sin(a), .25) for a in [k / 30 * 6.283 for k in range(30)]], .009, steel, True)]


LOOKS = [('#31424f', '#f0c98f'), ('#e6dfd2', '#b5744c'), ('#3c4740', '#d6dccb'), ('#57383c', '#eab79f'), ('#dfe3e6', '#3d5c6c'), ('#35373d', '#e0a07a')]


def stand(k):
    """A stand of 4 by 3 metres, open towards +x."""
    base, disc = LOOKS[k % len(LOOKS)]
    o = [box('plinth', 3.4, 4.2, .06, (0, 0, 0), white, bevel=.01), box('back', .12, 4.2, 3.0, (-1.64, 0, .06), white, bevel=.01),
         box('fin', .5, .08, 3.0, (-1.39, 2.05, .06), dark, bevel=.01), box('fin', .5, .08, 3.0, (-1.39, -2.05, .06), dark, bevel=.01)]
    s = wall(3.7, 2.5, screen('scr%d' % k, base, disc, 1.15, .35 + .3 * (k % 2), .38 + .12 * (k % 3), .24 + .05 * (k % 3))); s.location = (-1.56, 0, .32); s.rotation_euler = (0, 0, math.pi / 2)
    o.append(s)
    o += [box('counter', .55, 1.5, 1.02, (.65, -.75, .06), white, bevel=.015), box('top', .62, 1.58, .04, (.65, -.75, 1.08), wood, bevel=.008)]
    o.append(box('edge', 3.4, .03, .03, (0, -2.1, .03), glow('edge%d' % k, '#ffd9a8', 5)))
    o.append(box('edge2', .03, 4.2, .03, (1.7, 0, .03), glow('edgeb%d' % k, '#ffd9a8', 5)))
    for i in range(3):
        o.append(box('leaflet', .1, .15, .02 + .012 * i, (.65, -1.2 + i * .3, 1.12), white))
    return o


st = group(stool(), 'stool'); arr = group(arrangement(M, .16, .2, 40, 3), 'arr')
for k in range(18):
    side = -1 if k % 2 else 1
    y = 2.6 + (k // 2) * 5.0
    g = group(stand(k), 'stand%d' % k)
    rot = math.pi if side > 0 else 0
    x = side * 3.9
    inst(g, (x, y, 0), rot)
    inst(st, (x - side * 1.25, y + side * 1.25, .06)); inst(st, (x - side * 1.15, y + side * .35, .06))
    inst(arr, (x - side * .65, y + side * .35, 1.12))
    if k % 3 == 0:
        ring = LOOKS[k % len(LOOKS)][1]
        zc = 4.9
        curve('halo', [(x + 1.25 * math.cos(a), y + 1.25 * math.sin(a), zc) for a in [i / 64 * 6.283 for i in range(64)]], .07, glow('halo%d' % k, '#ffe2b8', 4.2), True)
        for a in (0, 2.1, 4.2):
            tube_between('wire', (x + 1.25 * math.cos(a), y + 1.25 * math.sin(a), zc), (x, y, 10), .006, steel, 6)
    area((x, y, 5.6), (x, y, 0), 3.2, 230, kelvin(3500), 3.2)
for y in range(0, 60, 6):
    for s in (-1, 1):
        curve('tr', [(s * 1.9, y, 8.2), (s * 1.9, y + 6, 8.2)], .05, steel, res=1)
    curve('trx', [(-9, y, 8.2), (9, y, 8.2)], .05, steel, res=1)
    for x in (-6.4, -1.9, 1.9, 6.4):
        sphere('lamp', .1, glow('lamp%d%d' % (y, int(x)), '#ffe9cf', 14), 14, (x, y, 8.0))
area((0, 26, 8.4), (0, 26, 0), 8, 900, (.62, .74, 1), 60)
world('#0a0f1a', .5)
camera((-1.35, -2.6, 1.66), (1.15, 12, 2.1), lens=24, fstop=1.8, focus=(2.4, 3.4, 1.2))
render('expo-' + VIEW, spp=72, bounces=4, trans=6, clamp=1.5, mist=(2, 60))
