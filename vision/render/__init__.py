"""Made pictures of tables: random art, materials and light, with the truth beside each picture.

Numpy and OpenCV only, everything drawn from seeded `numpy.random.Generator`s. The same pictures
serve as test photographs, as training material and as the camera of the virtual table.
"""
