"""Close-ups for tiles, talent and call-to-action bands.

--view mic | keys | deck | coupes | place | paper | notebook | bokeh
"""
import os, sys
from functools import partial
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from props import *

VIEW = arg('view', 'mic'); SEED = int(arg('seed', 3))
reset(SEED); R = random.Random(SEED)
M = Mats()


bokeh_wall = partial(bokeh_wall, R)


def stage_back(cols, y=5):
    plane('bg', 20, 12, (0, y + 2, 3), uplit('bgm', '#20242c', srgb(cols[0]), .16, 2.4, 'X', 2.6, .8), (math.pi / 2, 0, 0))


SIZE = dict(w=1600, h=900)
if VIEW == 'mic':
    # condenser vocal microphone on a stand, rim-lit
    body = mat('body', '#1b1c1f', .38, metal=.6); chrome = mat('chrome', '#d8d2c8', .18, metal=1)
    grille = bpy.data.materials.new('grille'); grille.use_nodes = True
    nt = grille.node_tree; b = nt.nodes['Principled BSDF']
    b.inputs['Base Color'].default_value = srgb('#b9b4aa'); b.inputs['Metallic'].default_value = 1; b.inputs['Roughness'].default_value = .3
    # woven mesh: real wires in two spiral directions over the capsule
    def ball(r=.026, zs=1.08):
        os_ = [sphere('core', r * .955, mat('foam', '#050505', .95), 40, (0, 0, 0), (1, 1, zs))]
        for sgn in (-1, 1):
            for k in range(46):
                p = []
                for i in range(29):
                    t = i / 28; el = (t - .5) * math.pi * .97
                    az = 2 * math.pi * k / 46 + sgn * (t - .5) * 2.6
                    q = r * (1 + .012 * math.sin(i * math.pi + (0 if sgn > 0 else math.pi)))
                    p.append((q * math.cos(el) * math.cos(az), q * math.cos(el) * math.sin(az), q * zs * math.sin(el)))
                os_.append(curve('wire', p, .00038, grille, res=1))
        os_.append(obj(lathe('band', [(r * .99, -.0028), (r * 1.035, -.0024), (r * 1.035, .0024), (r * .99, .0028)], chrome, 64)))
        return os_
    parts = ball()
    parts.append(obj(lathe('collar', [(.016, -.03), (.0235, -.0215), (.0245, -.02), (.0245, -.017), (.021, -.016)], chrome, 64)))
    parts.append(obj(lathe('handle', [(0, -.185), (.0115, -.185), (.0125, -.18), (.0165, -.06), (.0195, -.034), (.017, -.028)], body, 64)))
    g = group(parts, 'micg')
    mic = inst(g, (0, 0, 1.5)); mic.rotation_euler = (.72, -.35, 0)
    clip = mat('clip', '#0d0d0f', .5)
    d = Vector((0, 0, -1)); d.rotate(mic.rotation_euler)
    p = Vector((0, 0, 1.5)) + d * .12
    tube_between('clipb', p - d * .025, p + d * .03, .021, clip, 32)
    tube_between('stand', p + Vector((0, .0, -.02)), (p.x + .01, p.y + .02, .2), .0095, chrome, 24)
    curve('cable', [tuple(Vector((0, 0, 1.5)) + d * .185), tuple(Vector((0, 0, 1.5)) + d * .25 + Vector((0, 0, -.04))), (p.x + .05, p.y - .03, 1.1), (p.x + .02, p.y, .7)], .003, clip)
    bokeh_wall(5, 90, ['#ffb46a', '#ffd9a0', '#ff7d5a', '#6fa0ff'], (-3.6, 3.6), (.4, 3.4), (.02, .05), (3, 16))
    for x, c in ((-1.6, '#ffb46a'), (1.2, '#ffd9a0'), (2.6, '#7fa6ff')):
        cone_beam('bm', (x, 3.8, 3.9), (x * .3 - .4, 1.5, 0), .05, .75, beam_mat('bmm' + c, c, .16, 1.3))
    stage_back(['#c8643a'])
    area((-.42, .30, 1.80), (0, 0, 1.5), .22, 16, kelvin(2800)); area((.5, .35, 1.55), (0, 0, 1.5), .12, 9, srgb('#8fb0ff')[:3], .7)
    area((-.55, -.6, 1.75), (0, 0, 1.48), .35, 9, kelvin(3600))
    world('#07080d', .4)
    camera((-.085, -.52, 1.46), (-.098, 0, 1.484), lens=60, fstop=1.5, focus=(0, -.02, 1.5)); spp = 128
elif VIEW == 'keys':
    ivory = mat('ivory', '#f0ebe0', .16, coat=.6); ebony = mat('ebony', '#070708', .16, coat=.5); lac = mat('lacquer', '#050506', .05, coat=1)
    felt = mat('felt', '#4a0f16', .95, sheen=.8)
    W_ = .0235
    for i in range(-26, 40):
        box('w', W_ - .0009, .15, .02, (i * W_, .075 - .0, 0), ivory, bevel=.0014, seg=3)
        if i % 7 in (0, 1, 3, 4, 5):
            box('b', .0105, .095, .0125, (i * W_ + W_ / 2, .1005, .0195), ebony, bevel=.0022, seg=3)
    box('feltb', 2, .006, .006, (0, .153, .016), felt)
    box('fall', 2, .012, .09, (0, .162, .012), lac, bevel=.003)
    box('fall2', 2, .2, .012, (0, .26, .10), lac, bevel=.004)
    box('slip', 2, .05, .03, (0, -.034, -.018), lac, bevel=.004)
    box('bed', 2, .3, .02, (0, .05, -.04), lac)
    bokeh_wall(3.4, 80, ['#ffb46a', '#ffd9a0', '#ff8f5a', '#fff0d8'], (-1.0, 4.6), (-.3, 1.7), (.015, .035), (4, 18))
    plane('bg', 20, 10, (2, 6, 2), uplit('bgm', '#2b2320', (1, .5, .22, 1), .7, 2.2, 'X', 2, .6), (math.pi / 2, 0, 0))
    area((.75, .02, .62), (.1, .05, 0), .3, 14, kelvin(2800)); area((-.6, .1, .5), (-.05, .05, 0), .3, 5, srgb('#9fb8ff')[:3])
    area((.25, -.7, .8), (.1, .1, 0), .5, 5, kelvin(3600))
    world('#0a0a0f', .5)
    camera((-.36, -.16, .17), (.02, .075, .028), lens=48, fstop=2.0, focus=(-.06, .035, .025)); spp = 128
elif VIEW == 'deck':
    blk = mat('blk', '#0c0c0e', .3, metal=.5); alu = mat('alu', '#b8b6b2', .28, metal=1); vinyl = mat('vinyl', '#060606', .22, coat=.4)
    # groove anisotropy: fine concentric rings as real geometry profile
    prof = [(.0, .012)] + [(.055 + i * .0006, .012 + (.00022 if i % 2 else 0)) for i in range(152)] + [(.1505, .0125), (.1505, .0105), (0, .0105)]
    obj(lathe('rec', prof, vinyl, 160))
    obj(lathe('label', [(0, .0126), (.05, .0126), (.05, .0122)], mat('lab', '#c9803f', .6), 64))
    obj(lathe('label2', [(.018, .0128), (.03, .0128)], mat('lab2', '#f0e2c8', .6), 64))
    obj(lathe('spin', [(0, .022), (.0035, .02), (.0035, .012)], alu, 32))
    obj(lathe('platter', [(0, .0), (.166, 0), (.168, .003), (.168, .009), (.160, .0104), (0, .0104)], alu, 120))
    for i in range(110):
        a = 2 * math.pi * i / 110
        sphere('dot', .0019, alu, 8, (.1685 * math.cos(a), .1685 * math.sin(a), .006))
    box('deck', .46, .36, .05, (.03, 0, -.052), blk, bevel=.008)
    box('mixer', .30, .36, .05, (.44, 0, -.05), mat('mx', '#101114', .4, metal=.4), bevel=.006)
    lit = [glow('k%d' % i, c, 5) for i, c in enumerate(('#ff9a4a', '#ffcf8a', '#5f9bff', '#ff5a4a'))]
    for ix in range(5):
        for iy in range(4):
            x, y = .335 + ix * .05, .13 - iy * .055
            obj(lathe('kn', [(.0115, 0), (.0115, .004), (.009, .006), (.0085, .02), (.0075, .0215), (0, .0215)], blk, 28), (x, y, 0))
            box('ki', .0014, .008, .001, (x, y + .004, .0216), lit[1])
        sphere('led', .0024, lit[(ix * 3) % 4], 8, (.335 + ix * .05, -.085, .001))
        box('slot', .003, .07, .001, (.335 + ix * .05, -.135, .0), mat('sl', '#000000', .9))
        box('fad', .014, .024, .014, (.335 + ix * .05, -.135 + R.uniform(-.025, .025), .001), alu, bevel=.002)
    tube_between('arm', (.165, .13, .035), (.10, -.06, .025), .0035, alu); box('head', .012, .03, .012, (.0965, -.07, .016), blk, (0, 0, -.33), bevel=.002)
    obj(lathe('pivot', [(.028, 0), (.028, .02), (.018, .03), (.016, .045), (0, .045)], alu, 40), (.168, .14, 0))
    bokeh_wall(3.6, 110, ['#ff9a4a', '#ffd08a', '#5f9bff', '#ff6a5a', '#7c6cff'], (-3.4, 3.4), (-.4, 2.4), (.02, .045), (3, 13))
    for x, c in ((-1.3, '#6f8fff'), (.2, '#ff9a5a'), (1.7, '#ffb46a')):
        cone_beam('bm', (x, 3.2, 2.9), (x * .4, .8, -.4), .04, .6, beam_mat('bmm' + c, c, .14, 1.2))
    area((-.6, .7, .7), (0, 0, 0), .3, 16, srgb('#ffab6a')[:3]); area((.8, .5, .6), (.2, 0, 0), .3, 7, srgb('#6f97ff')[:3]); area((-.3, -.7, .8), (.1, 0, 0), .4, 6, kelvin(3400))
    world('#08080e', .5)
    camera((-.30, -.42, .21), (.10, .06, .03), lens=42, fstop=1.8, focus=(.07, -.03, .02)); spp = 128
elif VIEW == 'coupes':
    table = mat('bar', '#14100d', .14, coat=.5, noise_rough=(6, .1, .2))
    plane('t', 6, 4, (0, 1.2, 0), table)
    g = group(coupe(M), 'coupe')
    for r_ in range(4):
        for i in range(-5, 8):
            inst(g, (i * .118 + (.059 if r_ % 2 else 0) + R.uniform(-.006, .006), r_ * .112 + R.uniform(-.006, .006), 0), R.uniform(0, 6))
    bokeh_wall(2.6, 170, ['#ffb868', '#ffd9a0', '#ff9a5a', '#fff2dc'], (-2.6, 2.8), (-.05, 1.5), (.010, .024), (5, 24))
    plane('bg', 16, 8, (0, 5.2, 2), uplit('bgm', '#3a2c22', (1, .55, .25, 1), 1.3, 1.6, 'X', 1.6, .5), (math.pi / 2, 0, 0))
    area((-.7, 1.2, .8), (0, .1, .1), .6, 16, kelvin(2900)); area((.9, .7, .7), (.1, .1, .1), .4, 9, kelvin(3300)); area((0, -.9, 1.1), (0, .1, .1), .8, 3.5, kelvin(3800))
    world('#15100c', .6)
    camera((-.30, -.58, .235), (-.03, .15, .125), lens=50, fstop=1.6, focus=(.02, 0, .12)); spp = 112
elif VIEW == 'place':
    cloth = M.linen
    box('t', 6, 1.72, .03, (0, .53, -.0301), cloth, bevel=.012, seg=3)
    plane('fl', 30, 30, (0, 8, -.75), mat('fl', '#1c1410', .25, coat=.4))
    st = group(setting(M), 'st')
    inst(st, (0, 0, .001), 0); inst(st, (.82, .02, .001), .04); inst(st, (-.84, -.02, .001), -.03)
    for x, rz in ((-.5, math.pi), (.35, math.pi)):
        inst(st, (x, 1.06, .001), rz)
    for k in range(9):
        tp = group(taper(M, R.uniform(.16, .26), R.choice([.06, .1, .16])), 'tp%d' % k)
        inst(tp, (-1.2 + k * .3 + R.uniform(-.05, .05), .52 + R.uniform(-.05, .05), 0))
        vt = group(votive(M), 'v%d' % k); inst(vt, (-1.1 + k * .29, .40 + R.uniform(-.02, .22), 0))
    lv = [leaf_mesh(M.leaf, .08, .02), leaf_mesh(M.leaf2, .1, .014)]
    rs = [rose_mesh(M, M.petals[i], .036, i) for i in (0, 1, 2, 3)]
    for k in range(300):
        o = obj(R.choice(lv), (R.uniform(-1.6, 1.8), .56 + R.gauss(0, .06), .012 + R.uniform(0, .035)), (R.uniform(-.5, .5), R.uniform(-.5, .2), R.uniform(0, 6.28)), R.uniform(.7, 1.3))
    for k in range(48):
        obj(R.choice(rs), (R.uniform(-1.5, 1.7), .56 + R.gauss(0, .055), .035 + R.uniform(0, .03)), (R.uniform(-.5, .3), R.uniform(-.4, .4), R.uniform(0, 6)), R.uniform(.8, 1.35))
    # menu card
    box('menu', .10, .19, .0006, (.0, -.01, .041), mat('card', '#f7f1e6', .8), (0, 0, .03))
    for k in range(5):
        box('ln', .05 - .008 * (k % 3), .0022, .0002, (.0, .05 - k * .022, .0417), mat('ink%d' % k, '#6a5138', .8), (0, 0, .03))
    bokeh_wall(4, 110, ['#ffb868', '#ffd9a0', '#ff9a5a'], (-3.4, 3.4), (.2, 2.2), (.014, .03), (4, 16))
    plane('bg', 16, 8, (0, 6.2, 3), uplit('bgm', '#6b5a4c', (1, .55, .25, 1), 1.0, 2, 'X', 2, .6), (math.pi / 2, 0, 0))
    area((-1.4, 1.4, 1.7), (0, .2, 0), 1.1, 60, kelvin(3200)); area((1.5, .2, 1.6), (0, .2, 0), .9, 22, kelvin(3900))
    world('#14110e', .5)
    camera((-.46, -.66, .40), (-.10, .30, .135), lens=36, fstop=1.6, focus=(.0, .0, .05)); spp = 96
elif VIEW == 'paper':
    # planning desk in raking window light: plan, swatches, ribbon, pencil
    plane('t', 4, 4, (0, 0, 0), mat('desk', '#b9aa95', .75, bump=(90, .002, .25)))
    card = mat('card', '#f6f1e7', .85); navy = mat('navy', '#1c2b40', .8); clay = mat('clay', '#c08a5c', .85); sage = mat('sage', '#7d8a74', .85); line = mat('line', '#2a3647', .8); linef = mat('linef', '#93a0ad', .8)
    box('plan', .62, .44, .0008, (.1, .03, .0), card, (0, 0, .10))
    def on(x, y, a=.10, ox=.1, oy=.03):
        return (ox + x * math.cos(a) - y * math.sin(a), oy + x * math.sin(a) + y * math.cos(a))
    def stroke(x0, y0, x1, y1, w=.0011, m=line, z=.0010):
        (ax, ay), (bx, by) = on(x0, y0), on(x1, y1)
        l = math.hypot(bx - ax, by - ay); a = math.atan2(by - ay, bx - ax)
        box('st', l + w, w, .00015, ((ax + bx) / 2, (ay + by) / 2, z), m, (0, 0, a))
    for a_ in ((-.27, -.18, .27, -.18), (.27, -.18, .27, .18), (.27, .18, -.27, .18), (-.27, .18, -.27, -.18)):
        stroke(*a_, w=.0024)
    for i in range(9):
        stroke(-.27 + i * .0675, -.18, -.27 + i * .0675, .18, .0004, linef)
    for i in range(6):
        stroke(-.27, -.18 + i * .072, .27, -.18 + i * .072, .0004, linef)
    stroke(-.09, .18, -.09, .135, .0018); stroke(-.09, .135, .09, .135, .0018); stroke(.09, .135, .09, .18, .0018)
    for iy in range(3):
        for ix in range(6):
            cx, cy = -.215 + ix * .086 + (.02 if iy % 2 else 0), -.125 + iy * .085
            px, py = on(cx, cy)
            curve('circ', [(px + .021 * math.cos(a), py + .021 * math.sin(a), .0011) for a in [2 * math.pi * i / 40 for i in range(40)]], .00055, line, True, res=1)
            for k in range(8):
                a = 2 * math.pi * k / 8
                obj(lathe('cd', [(0, .0002), (.0036, .0002), (.0036, 0)], clay if (ix + iy) % 5 == 0 else line, 14), (px + .029 * math.cos(a), py + .029 * math.sin(a), .0009))
    for k, (m_, x, y, rz) in enumerate(((navy, -.34, .16, .3), (clay, -.30, .10, .12), (sage, -.27, .03, -.1), (card, -.25, -.05, -.28))):
        box('sw', .085, .12, .0016, (x, y, .0012 + k * .0019), m_, (0, 0, rz), bevel=.0006)
    box('env', .20, .14, .0016, (-.26, -.26, .0005), navy, (0, 0, .42)); box('inv', .17, .12, .0012, (-.235, -.235, .0028), card, (0, 0, .30))
    for k in range(4):
        box('t', .07 - .012 * k, .0022, .0002, (-.235 + .004 * k, -.21 - .016 * k, .0042), line, (0, 0, .30))
    pen = mat('pencil', '#20242b', .3, coat=.5)
    tube_between('pen', (.02, -.27, .008), (.24, -.205, .008), .0042, pen, 24); tube_between('pen2', (.24, -.205, .008), (.256, -.2003, .008), .0042, M.brass, 24)
    obj(lathe('cup', [(0, 0), (.03, 0), (.034, .004), (.042, .06), (.040, .06), (.033, .008), (0, .008)], M.china, 60), (.50, .26, 0)); obj(lathe('cof', [(0, .05), (.039, .05)], mat('coffee', '#2a160c', .12), 48), (.50, .26, 0))
    obj(lathe('sau', [(0, .0), (.05, 0), (.078, .010), (.078, .013), (.045, .004), (0, .004)], M.china, 60), (.50, .26, -.001))
    for k in range(26):
        o = obj(leaf_mesh(M.leaf2, .07, .017), (.52 + .02 * math.sin(k * .6) - k * .004, -.10 - k * .012, .012), (R.uniform(-.3, .3), R.uniform(-.4, .1), k * .05 + (1.1 if k % 2 else -1.6)), R.uniform(.7, 1.1))
    # window gobo: a mullioned frame between sun and desk
    sun = bpy.data.lights.new('sun', 'SUN'); sun.energy = 4.6; sun.color = (1, .83, .62); sun.angle = .018
    so = link(bpy.data.objects.new('sun', sun)); so.location = (-2, 1.6, 1.5); aim(so, (0, 0, 0))
    gob = mat('gob', '#000000', .9); d = (Vector((-2, 1.6, 1.5))).normalized(); c = d * 1.6
    for off in [(-.9 + i * .36) for i in range(6)]:
        o = box('bar', .038, .038, 3, (c.x + off * .62, c.y + off * .78, c.z - 1.4), gob); o.visible_camera = False
    for z in (-.5, -.02, .46):
        o = box('barh', 3, .038, .038, (c.x, c.y, c.z + z), gob, (0, 0, .9)); o.visible_camera = False
    area((.8, -1.2, 1.6), (0, 0, 0), 2, 16, (.75, .85, 1))
    world('#a9bdd6', .28)
    camera((-.02, -.62, .86), (.03, -.02, 0), lens=40, fstop=2.8, focus=(.08, .0, 0)); spp = 96
elif VIEW == 'notebook':
    # a workshop table before the first session: pads, pencils, tumblers and name cards in daylight
    oak = mat('oak', '#6e4b31', .38, coat=.25, noise_rough=(9, .28, .5)); pad = mat('pad', '#f3efe6', .85); cover = mat('cover', '#1c2b40', .7)
    clay = mat('clay', '#b8743f', .7); ink = mat('ink', '#3a4656', .8); card = mat('card', '#f7f3ea', .85); pen = mat('pencil', '#20242b', .3, coat=.5)
    box('t', 7, 1.3, .045, (1.6, .30, -.0452), oak, bevel=.008, seg=3)
    tumbler = obj(lathe('tum', [(0, .004), (.031, .004), (.034, .095), (.0355, .095), (.033, .0), (0, .0)], M.glass, 56)); water = obj(lathe('wat', [(0, .0045), (.0308, .0045), (.0328, .062), (0, .062)], glass('water', (1, 1, 1, 1), 0, 1.33), 56))
    tg = group([tumbler, water], 'tg')
    def place(m):
        o = [box('b', .15, .21, .004, (0, 0, 0), m, bevel=.001), box('p', .147, .207, .010, (0, 0, .004), pad, bevel=.0008)]
        for k in range(11):
            o.append(box('l', .122, .0007, .0001, (0, .075 - k * .0155, .0141), ink))
        o += [tube_between('pc', (.095, -.085, .0045), (.102, .085, .0045), .0042, pen, 16), tube_between('pt', (.102, .085, .0045), (.1026, .099, .0045), .003, M.brass, 16)]
        for sgn, rx in ((1, .33), (-1, -.33)):
            o.append(box('tc', .13, .0012, .075, (-.01, .235 + sgn * .0135, .0), card, (rx, 0, 0)))
        for k, w in enumerate((.07, .045)):
            o.append(box('nm', w, .0006, .004, (-.01, .2135 + k * .0046, .042 - k * .014), ink, (.33, 0, 0)))
        return o
    pl = [group(place(cover), 'pl0'), group(place(clay), 'pl1')]
    for i in range(9):
        x = -.5 + i * .56
        inst(pl[1 if i % 3 == 1 else 0], (x + R.uniform(-.01, .01), .0, .0005), R.uniform(-.05, .05)); inst(tg, (x + .19, .17 + R.uniform(-.01, .01), 0))
        inst(pl[0 if i % 2 else 1], (x + .2, .78, .0005), math.pi + R.uniform(-.05, .05)); inst(tg, (x + .02, .62, 0))
    for k in range(3):
        arr = group(arrangement(M, .07, .08, 18, k), 'arr%d' % k); inst(arr, (.62 + k * 1.3, .40, .0))
    chairs = mat('chairs', '#9aa1aa', .75, sheen=.6)
    for i in range(9):
        box('cb', .44, .05, .27, (-.2 + i * .56, 1.30, .0), chairs, (.12, 0, 0), bevel=.03, seg=3)
    sky = glow('sky', '#cfe0f2', 2.6); bar = mat('bar', '#1b1e24', .6)
    for i in range(7):
        x = -1.6 + i * 1.75
        plane('win', 1.5, 2.5, (x, 5.4, 1.15), sky, (math.pi / 2, 0, 0)); box('mul', .05, .05, 2.6, (x, 5.3, -.1), bar); box('tr', 1.55, .05, .05, (x, 5.3, 1.5), bar); box('post', .22, .2, 3.4, (x + .875, 5.35, -.6), mat('post%d' % i, '#cdc6ba', .9))
    plane('fl', 30, 30, (0, 8, -.75), mat('fl', '#4b3a2c', .3, coat=.3)); plane('wl', 30, 8, (4, 5.6, 3), mat('wl', '#d8d2c6', .95), (math.pi / 2, 0, 0))
    bokeh_wall(3.6, 14, ['#ffd9a0', '#ffc27a'], (-1.2, 5.2), (1.0, 1.5), (.02, .03), (6, 12))
    area((-.4, 4.6, 2.2), (.6, .2, 0), 3.4, 210, (.80, .89, 1), 2.0); area((-1.6, -1.1, 1.9), (.4, .2, 0), 1.4, 46, kelvin(3400)); area((3.2, 3.4, 2.2), (2.6, .2, 0), 2.6, 90, (.82, .9, 1))
    world('#b9c6d6', .35)
    camera((-.50, -.50, .40), (.66, .50, .055), lens=36, fstop=1.9, focus=(.06, .06, .02)); spp = 72
elif VIEW == 'bokeh':
    # abstract out-of-focus room lights for the call-to-action band
    bokeh_wall(6, 120, ['#ffb868', '#ffd9a0', '#ff9a5a', '#fff2dc'], (-6, 6), (-.4, 3.4), (.02, .04), (2, 9)); bokeh_wall(12, 140, ['#ffb868', '#7fa6ff', '#ffd9a0'], (-9, 9), (-1, 5), (.03, .06), (2, 7))
    plane('f', 40, 30, (0, 12, -.6), mat('fl', '#0c0a0a', .12, coat=.6)); plane('bg', 40, 16, (0, 18, 4), uplit('bgm', '#1c222e', (1, .5, .24, 1), .55, 4, 'X', 2.4, 1.2), (math.pi / 2, 0, 0))
    world('#0a1222', .8)
    camera((0, -1, 1.0), (0, 6, 1.25), lens=50, fstop=1.0, focus=(0, .25, 1.05)); spp = 96; SIZE = dict(w=2000, h=800)
render('detail-' + VIEW, spp=spp, bounces=4, clamp=2.0, mist=(.5, 8), trans=14, **SIZE)
