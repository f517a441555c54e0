def expanded(roads, h, start, goal):
    g = dict.fromkeys(roads, float("inf"))
    g[start] = 0
    is_open, order = {start: True}, []
    while any(is_open.values()):
        town = min((it for it in is_open if is_open[it]), key=lambda it: (g[it] + h[it], -g[it]))
        is_open[town] = False
        order.append(town)
        if town == goal:
            return order
        for other, length in roads[town]:
            if g[town] + length < g[other]:
                g[other], is_open[other] = g[town] + length, True
    return order
