"""Conference stage: curved LED wall, beams through haze, rows of seats.

--view hero|seats|lectern|stream   --tone dusk|ice|rose
"""
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from props import *

VIEW = arg('view', 'hero'); SEED = int(arg('seed', 5)); TONE = arg('tone', 'dusk')
reset(SEED); R = random.Random(SEED)
M = Mats()
floor = mat('floor', '#0c0d10', .32, noise_rough=(2.2, .22, .42))
stagem = mat('stagefloor', '#08090b', .12, coat=.4, noise_rough=(2, .07, .16))
black = mat('black', '#08080a', .7)
metal = mat('truss', '#4a4d52', .35, metal=1)
plane('floor', 60, 70, (0, -10, 0), floor)
box('stage', 22, 8, 1.0, (0, 4, 0), stagem, bevel=.02)
box('fascia', 22, .04, .94, (0, -.03, .02), mat('fascia', '#15161a', .5))
box('edge', 22, .03, .035, (0, -.06, .93), glow('edge', '#ffd9a8', 5))
for x, w in ((-8, 3), (8, 3)):
    for k in range(3):
        box('step', w * .7, .35, .33 * (k + 1), (x, -.25 - .35 * (2 - k), 0), stagem)
box('back', 60, .3, 16, (0, 12, 0), black)
for sx in (-1, 1):
    box('side', .3, 60, 16, (sx * 22, -10, 0), mat('sidew', '#17140f', .9))
plane('ceil', 60, 70, (0, -10, 15), black, (math.pi, 0, 0))


def led(name, cols, strength, centre=(.66, -.22), aspect=2.5, lines=True):
    """Keynote visual: a disc of light rising behind fine concentric lines (UV space)."""
    m = bpy.data.materials.new(name); m.use_nodes = True
    nt = m.node_tree; nt.nodes.clear(); N, L = nt.nodes.new, nt.links.new

    def op(o, a, b=None, v=None):
        n = N('ShaderNodeMath'); n.operation = o; L(a, n.inputs[0])
        if b is not None: L(b, n.inputs[1])
        if v is not None: n.inputs[1].default_value = v
        return n.outputs[0]
    tc = N('ShaderNodeTexCoord'); sp = N('ShaderNodeSeparateXYZ'); L(tc.outputs['UV'], sp.inputs[0])
    x = op('MULTIPLY', op('SUBTRACT', sp.outputs['X'], v=centre[0]), v=aspect)
    y = op('SUBTRACT', sp.outputs['Y'], v=centre[1])
    r = op('SQRT', op('ADD', op('MULTIPLY', x, x), op('MULTIPLY', y, y)))
    cr = N('ShaderNodeValToRGB'); e = cr.color_ramp.elements
    pos = [0, .46, .60, .625, .80, 1.0]
    e[0].position, e[0].color = 0, srgb(cols[0]); e[1].position, e[1].color = 1, srgb(cols[5])
    for p, c in zip(pos[1:-1], cols[1:5]):
        q = e.new(p); q.color = srgb(c)
    L(op('DIVIDE', r, v=1.35), cr.inputs[0])
    ring = op('POWER', op('ABSOLUTE', op('SINE', op('MULTIPLY', r, v=42.0))), v=26.0)
    out = op('MULTIPLY', ring, v=.5 if lines else 0)
    mask = N('ShaderNodeMapRange'); mask.inputs['From Min'].default_value = .84; mask.inputs['From Max'].default_value = .90; L(r, mask.inputs['Value'])
    fade = N('ShaderNodeMapRange'); fade.inputs['From Min'].default_value = .9; fade.inputs['From Max'].default_value = 1.9
    fade.inputs['To Min'].default_value = 1; fade.inputs['To Max'].default_value = .06; L(r, fade.inputs['Value'])
    mix = N('ShaderNodeMixRGB'); mix.blend_type = 'ADD'; mix.inputs[2].default_value = srgb(cols[2])
    L(op('MULTIPLY', op('MULTIPLY', out, mask.outputs[0]), fade.outputs[0]), mix.inputs[0]); L(cr.outputs[0], mix.inputs[1])
    em = N('ShaderNodeEmission'); em.inputs[1].default_value = strength; L(mix.outputs[0], em.inputs[0])
    o = N('ShaderNodeOutputMaterial'); L(em.outputs[0], o.inputs[0])
    return m


TONES = {'dusk': ['#ffe9c4', '#ffc983', '#f08a45', '#2a3350', '#16223a', '#0a111f'],
         'ice': ['#f2fbf6', '#bfe4e2', '#5fa9b4', '#153645', '#0d2430', '#07131b'],
         'rose': ['#ffe6d6', '#ffb596', '#d8604f', '#3c1626', '#220c18', '#10060c']}
cols = TONES[TONE]
# main LED wall: gentle curve, with narrow side panels
def curved(name, w, h, loc, m, curve_d=1.2, n=40):
    v, f, uv = [], [], []
    for i in range(n + 1):
        t = i / n
        x = (t - .5) * w; y = -curve_d * (2 * t - 1) ** 2
        v += [(x, y, 0), (x, y, h)]; uv += [(t, 0), (t, 1)]
    for i in range(n):
        f.append((i * 2, i * 2 + 2, i * 2 + 3, i * 2 + 1))
    return obj(mesh(name, v, f, m, True, uv), loc)
curved('led', 14, 5.6, (0, 7.4, 1.7), led('ledm', cols, 1.7), 1.1)
for sx in (-1, 1):
    for k in range(2):
        x = sx * (8.3 + k * 1.55)
        p = plane('ledp', 1.1, 5.0 - k * .9, (x, 6.2 - k * .7, 1.0 + (5.0 - k * .9) / 2 + .35), led('ledp%d%d' % (sx, k), cols, 1.2, (.5 - sx * 1.2, -.3 - .1 * k), .55), (math.pi / 2, 0, -sx * .25))
# light lines on the LED frame
# lectern and two chairs on stage
lect = mat('lectern', '#d9cbb4', .35)
box('lec', .62, .42, 1.12, (-3.6, 1.6, 1.0), lect, bevel=.03)
box('lectop', .74, .52, .05, (-3.6, 1.58, 2.12), mat('walnut', '#4a2f1d', .35), (.22, 0, 0), bevel=.01)
tube_between('mic', (-3.6, 1.5, 2.15), (-3.62, 1.32, 2.5), .008, black)
sphere('mh', .022, black, 12, (-3.62, 1.31, 2.51))
arm = mat('arm', '#b98a5a', .6)
for x, rz in ((2.2, -.35), (4.1, .25)):
    box('as', .74, .7, .16, (x, 2.4, 1.28), arm, (0, 0, rz), bevel=.06, seg=4)
    box('ab', .74, .14, .52, (x + .3 * math.sin(-rz), 2.4 + .3 * math.cos(rz), 1.36), arm, (-.15, 0, rz), bevel=.06, seg=4)
    for s in (-.3, .3):
        for q in (-.28, .28):
            tube_between('al', (x + s, 2.4 + q, 1.0), (x + s * .9, 2.4 + q * .9, 1.3), .016, M.brass)
obj(lathe('sidet', [(0, 0), (.16, 0), (.16, .01), (.012, .02), (.012, .5), (.2, .51), (.2, .53), (0, .53)], M.brass, 32), (3.15, 2.2, 1))

# truss ring and moving heads
def truss(a, b, s=.32):
    a, b = Vector(a), Vector(b); d = b - a; n = max(2, int(d.length / .5))
    up = Vector((0, 0, 1)) if abs(d.normalized().z) < .9 else Vector((0, 1, 0))
    side = d.cross(up).normalized() * s / 2; upv = side.cross(d).normalized() * s / 2
    cor = [side + upv, side - upv, -side - upv, -side + upv]
    for c in cor:
        curve('tr', [a + c, b + c], .024, metal)
    for i in range(n):
        p, q = a + d * (i / n), a + d * ((i + 1) / n)
        for k in range(4):
            curve('td', [p + cor[k], q + cor[(k + 1) % 4]], .012, metal, res=1)
for y in (1.2, -5.0):
    truss((-10.5, y, 8.6), (10.5, y, 8.6))
for x in (-10.5, 10.5):
    truss((x, 7, 8.6), (x, -5, 8.6))
    truss((x, 1.2, 0), (x, 1.2, 8.6))
lens = glow('lens', '#fff3dd', 60)
bwarm = beam_mat('bw', '#ffc27a', .52, 1.7); bcool = beam_mat('bc', '#7fb4ff', .36, 1.7); bwhite = beam_mat('bwh', '#fff0d8', .5, 1.8)
heads = []
for i, x in enumerate([-9.4, -7.2, -5, -2.9, -1, 1, 2.9, 5, 7.2, 9.4]):
    heads.append(((x, 1.2, 8.35), i))
for (p, i) in heads:
    box('mh', .3, .3, .34, (p[0], p[1], p[2] - .1), black, bevel=.04)
    side = p[0] / 9.4
    t = (p[0] * 1.55 + side * 1.5, -6.5 + 2.2 * abs(side), -.5)
    m = bwarm if i % 3 else bwhite
    cone_beam('beam', (p[0], p[1], p[2] - .12), t, .09, .95, m)
    obj(lathe('ln', [(0, 0), (.1, 0)], lens, 20), (p[0], p[1] - .02, p[2] - .13))
for i, x in enumerate((-10.4, -8.4, 8.4, 10.4)):
    cone_beam('beamc', (x, 6.4, .6), (x * 1.05 - math.copysign(5.5, x), -1, 15), .1, 1.15, bcool)
    obj(lathe('ln', [(0, 0), (.12, 0)], lens, 20), (x, 6.4, .62))
for x in (-6.2, -2, 2, 6.2):
    cone_beam('beamb', (x * 1.25, 6.8, 7.9), (x * 1.9, -9, 5.4), .08, 1.0, bcool)
    obj(lathe('ln', [(0, 0), (.1, 0)], lens, 20), (x * 1.25, 6.7, 7.9), (math.pi / 2, 0, 0))
# real light that the beams would give
for x in (-6, 0, 6):
    spot((x, 1.2, 8.2), (x * 1.2, -5, 0), 900, 50, kelvin(3200), .7, .15)
spot((-2, -5, 8.4), (-3.6, 1.6, 1.6), 900, 16, kelvin(3600), .5, .12)
spot((2, -5, 8.4), (3.1, 2.4, 1.2), 900, 20, kelvin(3600), .5, .12)
area((0, 6.9, 4.6), (0, -8, 2), 13, 420, srgb('#e8b07a')[:3], 5)

# audience chairs
seatm = mat('seat', '#4a4f5c', .6, sheen=.8); legm = mat('leg', '#9a9a9a', .25, metal=1)
def conf_chair():
    o = [box('s', .46, .45, .07, (0, 0, .43), seatm, bevel=.03, seg=3),
         box('b', .45, .06, .42, (0, -.235, .52), seatm, (.14, 0, 0), bevel=.028, seg=3)]
    for x in (-.2, .2):
        o.append(tube_between('l', (x, .2, .44), (x, .22, 0), .012, legm))
        o.append(tube_between('l', (x, -.2, .55), (x, -.24, 0), .012, legm))
    return o
ch = group(conf_chair(), 'chair')
rows = 14
for r in range(rows):
    y = -3.2 - r * .98
    for i in range(-17, 18):
        if abs(i) < 1.5:
            continue          # centre aisle
        x = i * .56 + math.copysign(.35, i)
        e = inst(ch, (x + R.uniform(-.015, .015), y - .012 * i * i * .25 + .0, 0), R.uniform(-.03, .03) - x * .018)
# aisle lights
for r in range(rows):
    for s in (-1, 1):
        sphere('al', .02, glow('aisle%d%d' % (r, s), '#ffc98a', 14), 8, (s * .78, -3.2 - r * .98, .06))
area((0, -8, 13.5), (0, -8, 0), 20, 900, (.45, .62, 1), 16)
area((0, -2.0, 8.0), (0, -9, 0), 16, 700, srgb('#ffcf9a')[:3], 1.2)
if VIEW == 'stream':
    # the broadcast camera that takes the hall to those who are elsewhere: body, lens, viewfinder with the stage in it, fluid head, tripod
    body = mat('cambody', '#15171b', .42, coat=.2); rubber = mat('rubber', '#0a0a0b', .8); glassy = mat('lensglass', '#0b1020', .04, coat=1)
    c = Vector((2.35, -5.9, 1.56))
    def at(x, y, z): return (c.x + x, c.y + y, c.z + z)
    box('body', .15, .42, .19, at(0, 0, -.095), body, bevel=.014, seg=3)
    box('shoulder', .12, .20, .03, at(0, -.05, .095), rubber, bevel=.01)
    tube_between('handle', at(0, -.14, .18), at(0, .16, .18), .013, rubber, 20)
    tube_between('hl', at(0, -.13, .1), at(0, -.13, .18), .01, rubber, 12); tube_between('hr', at(0, .15, .1), at(0, .15, .18), .01, rubber, 12)
    tube_between('lens1', at(0, .2, 0), at(0, .40, 0), .062, body, 40); tube_between('lens2', at(0, .30, 0), at(0, .34, 0), .068, rubber, 40)
    tube_between('hood', at(0, .40, 0), at(0, .50, 0), .078, rubber, 40)
    box('battery', .11, .06, .15, at(0, -.24, -.085), rubber, bevel=.008)
    box('tally', .03, .012, .012, at(.0, -.215, .115), glow('tally', '#ff3b30', 9), bevel=.003)
    box('vf', .235, .03, .15, at(-.17, -.13, .045), rubber, bevel=.006); tube_between('vfa', at(-.04, -.1, .1), at(-.15, -.12, .13), .012, rubber, 12)
    plane('vfs', .205, .122, at(-.17, -.1465, .12), led('vfled', cols, 1.5, (.62, -.22), 1.7), (math.pi / 2, 0, 0))
    for k, x in enumerate((-.05, 0, .05)):
        sphere('btn', .006, glow('btn%d' % k, ('#ffc978', '#8fe0b5', '#7fa6ff')[k], 4), 10, at(x * .8, -.213, .05))
    sphere('head', .07, rubber, 24, at(0, .02, -.17)); box('plate', .1, .22, .03, at(0, .02, -.125), rubber, bevel=.006)
    tube_between('pan', at(.04, -.02, -.16), at(.22, -.52, -.30), .012, rubber, 16); tube_between('grip', at(.18, -.42, -.27), at(.22, -.53, -.302), .019, rubber, 16)
    for a in (.6, 2.7, 4.8):
        tube_between('leg', at(0, .02, -.2), at(.55 * math.cos(a), .02 + .55 * math.sin(a), -1.55), .019, body, 16)
    area(at(-1.1, -1.5, .9), at(-.05, -.1, 0), .8, 60, srgb('#ffcf9a')[:3]); area(at(1.1, -.5, .7), at(0, 0, 0), .5, 70, srgb('#8fb0ff')[:3]); area(at(-.2, .5, 1.5), at(0, 0, .1), .4, 40, srgb('#ffe0b8')[:3])
world('#05070c', .4)
if VIEW == 'stream':
    camera((2.1, -7.5, 1.62), (1.3, 4, 1.95), lens=38, fstop=1.5, focus=(2.2, -6.05, 1.66))
elif VIEW == 'hero':
    camera((-4.4, -13.2, 2.55), (-1.75, 4, 3.25), lens=28, fstop=2.2, focus=(0, 3, 3))
elif VIEW == 'seats':
    camera((3.9, -11.6, 1.22), (.2, 2, 1.75), lens=55, fstop=1.6, focus=(2.5, -8.4, 1))
elif VIEW == 'lectern':
    camera((-6.4, -3.3, 2.2), (-2.4, 4.5, 2.75), lens=42, fstop=1.6, focus=(-3.6, 1.6, 2.1))
render('stage-' + VIEW, spp=128, bounces=4, trans=4, clamp=1.5, mist=(2, 40))
